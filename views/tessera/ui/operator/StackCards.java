package tessera.ui.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.Snapshot;
import tessera.stack.ChainLink;
import tessera.stack.GpuStack;
import tessera.stack.HelmReleaseFacts;
import tessera.stack.NodeChain;
import tessera.stack.PolicyStanding;
import tessera.stack.StackAnswer;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.OperatorState.StackCard;
import tessera.ui.operator.OperatorState.StackFact;
import tessera.ui.operator.OperatorState.StackVerdict;

/** What the cards above the matrix say: who installed the stack, what the operator thinks, how many nodes are well. */
final class StackCards {

    private final GpuStack stack;
    private final Snapshot snapshot;
    private final Instant now;

    StackCards(GpuStack stack, Snapshot snapshot, Instant now) {
        this.stack = stack;
        this.snapshot = snapshot;
        this.now = now;
    }

    List<StackCard> all() {
        return List.of(release(), policy(), coverage());
    }

    private StackCard release() {
        var facts = new ArrayList<StackFact>();
        var version = stack.objects().operator().found().flatMap(found -> found).map(each -> each.version())
                .filter(text -> !text.isEmpty());
        switch (stack.objects().release()) {
            case StackAnswer.AnswerHere<Optional<HelmReleaseFacts>>(var found) when found.isPresent() ->
                describe(found.get(), facts);
            case StackAnswer.AnswerHere<Optional<HelmReleaseFacts>> _ -> {
                facts.add(new StackFact("Release", "none that Helm knows of"));
                version.ifPresent(text -> facts.add(new StackFact("Operator", text)));
            }
            case StackAnswer.Withheld<Optional<HelmReleaseFacts>>(var why) -> {
                facts.add(new StackFact("Release", why.headline()));
                version.ifPresent(text -> facts.add(new StackFact("Operator", text)));
            }
        }
        var status = stack.objects().release().found().flatMap(found -> found).filter(each -> !each.settled())
                .map(each -> new StackVerdict(each.pending() ? StatusGlyph.WAITING : StatusGlyph.BROKEN, each.status(),
                        ""));
        return new StackCard("Helm release", status, facts);
    }

    private void describe(HelmReleaseFacts release, List<StackFact> facts) {
        facts.add(new StackFact("Chart", release.chart() + " " + release.version()));
        facts.add(new StackFact("Release", "%s · revision %d".formatted(release.name(), release.revision())));
        facts.add(new StackFact("Namespace", release.namespace()));
        facts.add(new StackFact("Deployed", release.deployed() == null ? "not told"
                : AgeText.since(release.deployed(), snapshot, now) + " ago"));
        facts.add(new StackFact("Values", release.values().isEmpty() ? "all as the chart has them"
                : NumberText.of(release.values().size(), "value") + " set"));
    }

    private StackCard policy() {
        var facts = new ArrayList<StackFact>();
        var name = stack.objects().policy().map(policy -> "ClusterPolicy " + policy.name()).orElse("ClusterPolicy");
        if (stack.policy().isEmpty()) {
            facts.add(new StackFact("State", stack.objects().policies().missing().map(why -> why.headline())
                    .orElse(stack.objects().operator().found().flatMap(found -> found).isPresent()
                            ? "there is none, so the operator has nothing to do"
                            : "none: the operator is not installed")));
            return new StackCard(name, Optional.empty(), facts);
        }
        var standing = stack.policy().get();
        var policy = stack.objects().policy().orElseThrow();
        standing.firstNotReady().ifPresent(first -> facts.add(new StackFact("Not ready", first)));
        policy.telling().filter(told -> !told.reason().isEmpty())
                .ifPresent(told -> facts.add(new StackFact(told.type(), told.reason())));
        if (!standing.text().equals(PolicyStanding.PARTS)) {
            facts.add(new StackFact("Means", standing.text()));
        }
        return new StackCard(name, Optional.of(verdict(standing)), facts);
    }

    private StackVerdict verdict(PolicyStanding standing) {
        var sign = switch (standing.verdict()) {
            case READY -> StatusGlyph.READY;
            case IDLE -> StatusGlyph.WARNING;
            case NOT_READY -> StatusGlyph.BROKEN;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
        var age = AgeText.since(standing.since(), snapshot, now);
        return new StackVerdict(sign, standing.headline(), age.isEmpty() ? "" : "for " + age);
    }

    private StackCard coverage() {
        var facts = new ArrayList<StackFact>();
        long managed = stack.chains().stream().filter(NodeChain::managed).count();
        facts.add(new StackFact("Managed", "%d of %s".formatted(managed,
                NumberText.of(stack.chains().size() + stack.others(), "GPU node"))));
        facts.add(new StackFact("Healthy", "%d of %s".formatted(stack.count(ChainLink.LinkState.READY),
                NumberText.of(stack.chains().size(), "node"))));
        var unwell = unwell();
        if (!unwell.isEmpty()) {
            facts.add(new StackFact("Not healthy", unwell));
        }
        if (!stack.otherPlugins().isEmpty()) {
            facts.add(new StackFact("Other plugins", String.join(", ", stack.otherPlugins())));
        }
        if (stack.others() > 0) {
            facts.add(new StackFact("Others", NumberText.of(stack.others(), "node") + " of other makers"));
        }
        var drivers = stack.drivers().stream().limit(3).map(each -> each.nodes() + " × " + each.version())
                .collect(Collectors.joining(", "));
        facts.add(new StackFact("Drivers", drivers.isEmpty() ? "none told" : drivers));
        var upgrades = stack.chains().stream().filter(chain -> chain.upgrade().underWay()).count();
        if (upgrades > 0) {
            facts.add(new StackFact("Upgrades", NumberText.of(upgrades, "node") + " under way"));
        }
        operator().ifPresent(facts::add);
        return new StackCard("Coverage", Optional.empty(), facts);
    }

    private Optional<StackFact> operator() {
        return stack.objects().operator().found().flatMap(found -> found).map(pod -> new StackFact("Operator",
                pod.ready() >= pod.wanted() ? "its pod runs" : "its own pod does not run"));
    }

    private String unwell() {
        var words = new ArrayList<String>();
        add(words, "broken", stack.count(ChainLink.LinkState.BROKEN));
        add(words, "lost", stack.count(ChainLink.LinkState.UNKNOWN));
        add(words, "paused", stack.count(ChainLink.LinkState.PAUSED));
        add(words, "with a warning", stack.count(ChainLink.LinkState.LOOK));
        add(words, "starting", stack.count(ChainLink.LinkState.STARTING) + stack.count(ChainLink.LinkState.WAITS));
        return String.join(" · ", words);
    }

    private static void add(List<String> words, String what, long count) {
        if (count > 0) {
            words.add(count + " " + what);
        }
    }
}
