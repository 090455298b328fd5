// The pages for signing in and registering.
