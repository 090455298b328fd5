/** The bird's flight: the trail, and the way on which the bird arrives. Nothing moves where motion is reduced. */
export const FLIGHT = `
.flight{flex:none;width:100%;max-width:33rem;height:6rem;overflow:visible;fill:var(--deed)}
.flight .trail{fill:none;stroke:var(--trail);stroke-width:2;stroke-linecap:round;stroke-dasharray:.1 9}
.frame main:has(>.flight){padding-top:max(var(--s5),18vh);gap:0}
.frame .flight~.head{margin-top:var(--s5)}
.frame .flight~.head p{margin-top:.75rem}
.frame .flight~.ends{margin-top:1.75rem}
.empty .flight{height:4.5rem;max-width:24rem;margin-inline:auto}
@media(prefers-reduced-motion:no-preference){
.flight .bird{animation:fly-flying 1.3s linear}
.flight.lost .bird{animation-name:fly-lost}
.flight.gone .bird{animation-name:fly-gone}
.flight.turned .bird{animation-name:fly-turned}
.flight .trail{animation:trail 1.2s linear}
}
@keyframes trail{from{clip-path:inset(-3rem 90% -3rem -90rem)}to{clip-path:inset(-3rem 0 -3rem -90rem)}}
@keyframes fly-flying{0%{transform:translate(-40px,48px)rotate(84deg)scale(.8);opacity:0}15%{transform:translate(39px,38px)rotate(83deg)scale(.8);opacity:1}30%{transform:translate(118px,33px)rotate(90deg)scale(.8)}45%{transform:translate(197px,41px)rotate(101deg)scale(.8)}59%{transform:translate(274px,62px)rotate(107deg)scale(.8)}73%{transform:translate(352px,80px)rotate(98deg)scale(.8)}87%{transform:translate(431px,78px)rotate(77deg)scale(.8)}}
@keyframes fly-lost{0%{transform:translate(-19px,72px)rotate(96deg)scale(.8);opacity:0}13%{transform:translate(81px,84px)rotate(95deg)scale(.8);opacity:1}26%{transform:translate(181px,88px)rotate(89deg)scale(.8)}39%{transform:translate(281px,79px)rotate(80deg)scale(.8)}49%{transform:translate(345px,58px)rotate(60deg)scale(.8)}58%{transform:translate(368px,30px)rotate(0deg)scale(.8)}67%{transform:translate(340px,10px)rotate(-95deg)scale(.8)}76%{transform:translate(328px,47px)rotate(-210deg)scale(.8)}88%{transform:translate(419px,72px)rotate(-283deg)scale(.8)}100%{transform:translate(496px,34px)rotate(-304deg)scale(.8)}}
@keyframes fly-gone{0%{transform:translate(-38px,84px)rotate(93deg)scale(.8);opacity:0}15%{transform:translate(44px,86px)rotate(92deg)scale(.77);opacity:1}44%{transform:translate(207px,85px)rotate(87deg)scale(.69)}73%{transform:translate(368px,64px)rotate(77deg)scale(.58)}87%{transform:translate(446px,40px)rotate(66deg)scale(.54)}}
@keyframes fly-turned{0%{transform:translate(-24px,28px)rotate(86deg)scale(.8);opacity:0}15%{transform:translate(72px,19px)rotate(85deg)scale(.8);opacity:1}30%{transform:translate(167px,13px)rotate(87deg)scale(.8)}45%{transform:translate(263px,10px)rotate(89deg)scale(.8)}60%{transform:translate(359px,11px)rotate(92deg)scale(.8)}75%{transform:translate(454px,20px)rotate(104deg)scale(.8)}84%{transform:translate(494px,46px)rotate(190deg)scale(.8)}91%{transform:translate(460px,73px)rotate(262deg)scale(.8)}100%{transform:translate(390px,56px)rotate(292deg)scale(.8)}}
`;
