package tessera.ui.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.model.Snapshot;
import tessera.stack.GpuStack;
import tessera.stack.Link;
import tessera.stack.NodeChain;
import tessera.stack.PolicyStanding;
import tessera.stack.Release;
import tessera.stack.Told;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Numbers;
import tessera.ui.operator.OperatorState.Card;
import tessera.ui.operator.OperatorState.Fact;
import tessera.ui.operator.OperatorState.Verdict;

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

    List<Card> all() {
        return List.of(release(), policy(), coverage());
    }

    private Card release() {
        var facts = new ArrayList<Fact>();
        var version = stack.objects().operator().found().flatMap(found -> found).map(each -> each.version())
                .filter(text -> !text.isEmpty());
        switch (stack.objects().release()) {
            case Told.Here<Optional<Release>>(var found) when found.isPresent() -> describe(found.get(), facts);
            case Told.Here<Optional<Release>> _ -> {
                facts.add(new Fact("Release", "none that Helm knows of"));
                version.ifPresent(text -> facts.add(new Fact("Operator", text)));
            }
            case Told.Withheld<Optional<Release>>(var why) -> {
                facts.add(new Fact("Release", why.headline()));
                version.ifPresent(text -> facts.add(new Fact("Operator", text)));
            }
        }
        var status = stack.objects().release().found().flatMap(found -> found).filter(each -> !each.settled())
                .map(each -> new Verdict(each.pending() ? Glyph.WAITING : Glyph.BROKEN, each.status(), ""));
        return new Card("Helm release", status, facts);
    }

    private void describe(Release release, List<Fact> facts) {
        facts.add(new Fact("Chart", release.chart() + " " + release.version()));
        facts.add(new Fact("Release", "%s · revision %d".formatted(release.name(), release.revision())));
        facts.add(new Fact("Namespace", release.namespace()));
        facts.add(new Fact("Deployed", release.deployed() == null ? "not told"
                : Ages.since(release.deployed(), snapshot, now) + " ago"));
        facts.add(new Fact("Values", release.values().isEmpty() ? "all as the chart has them"
                : Numbers.of(release.values().size(), "value") + " set"));
    }

    private Card policy() {
        var facts = new ArrayList<Fact>();
        var name = stack.objects().policy().map(policy -> "ClusterPolicy " + policy.name()).orElse("ClusterPolicy");
        if (stack.policy().isEmpty()) {
            facts.add(new Fact("State", stack.objects().policies().missing().map(why -> why.headline())
                    .orElse(stack.objects().operator().found().flatMap(found -> found).isPresent()
                            ? "there is none, so the operator has nothing to do"
                            : "none: the operator is not installed")));
            return new Card(name, Optional.empty(), facts);
        }
        var standing = stack.policy().get();
        var policy = stack.objects().policy().orElseThrow();
        standing.firstNotReady().ifPresent(first -> facts.add(new Fact("Not ready", first)));
        policy.telling().filter(told -> !told.reason().isEmpty())
                .ifPresent(told -> facts.add(new Fact(told.type(), told.reason())));
        if (!standing.text().equals(PolicyStanding.PARTS)) {
            facts.add(new Fact("Means", standing.text()));
        }
        return new Card(name, Optional.of(verdict(standing)), facts);
    }

    private Verdict verdict(PolicyStanding standing) {
        var sign = switch (standing.verdict()) {
            case READY -> Glyph.READY;
            case IDLE -> Glyph.WARNING;
            case NOT_READY -> Glyph.BROKEN;
            case UNKNOWN -> Glyph.UNREACHABLE;
        };
        var age = Ages.since(standing.since(), snapshot, now);
        return new Verdict(sign, standing.headline(), age.isEmpty() ? "" : "for " + age);
    }

    private Card coverage() {
        var facts = new ArrayList<Fact>();
        long managed = stack.chains().stream().filter(NodeChain::managed).count();
        facts.add(new Fact("Managed", "%d of %s".formatted(managed,
                Numbers.of(stack.chains().size() + stack.others(), "GPU node"))));
        facts.add(new Fact("Healthy", "%d of %s".formatted(stack.count(Link.State.READY),
                Numbers.of(stack.chains().size(), "node"))));
        var unwell = unwell();
        if (!unwell.isEmpty()) {
            facts.add(new Fact("Not healthy", unwell));
        }
        if (!stack.otherPlugins().isEmpty()) {
            facts.add(new Fact("Other plugins", String.join(", ", stack.otherPlugins())));
        }
        if (stack.others() > 0) {
            facts.add(new Fact("Others", Numbers.of(stack.others(), "node") + " of other makers"));
        }
        var drivers = stack.drivers().stream().limit(3).map(each -> each.nodes() + " × " + each.version())
                .collect(Collectors.joining(", "));
        facts.add(new Fact("Drivers", drivers.isEmpty() ? "none told" : drivers));
        var upgrades = stack.chains().stream().filter(chain -> chain.upgrade().underWay()).count();
        if (upgrades > 0) {
            facts.add(new Fact("Upgrades", Numbers.of(upgrades, "node") + " under way"));
        }
        operator().ifPresent(facts::add);
        return new Card("Coverage", Optional.empty(), facts);
    }

    private Optional<Fact> operator() {
        return stack.objects().operator().found().flatMap(found -> found).map(pod -> new Fact("Operator",
                pod.ready() >= pod.wanted() ? "its pod runs" : "its own pod does not run"));
    }

    private String unwell() {
        var words = new ArrayList<String>();
        add(words, "broken", stack.count(Link.State.BROKEN));
        add(words, "lost", stack.count(Link.State.UNKNOWN));
        add(words, "paused", stack.count(Link.State.PAUSED));
        add(words, "with a warning", stack.count(Link.State.LOOK));
        add(words, "starting", stack.count(Link.State.STARTING) + stack.count(Link.State.WAITS));
        return String.join(" · ", words);
    }

    private static void add(List<String> words, String what, long count) {
        if (count > 0) {
            words.add(count + " " + what);
        }
    }
}
