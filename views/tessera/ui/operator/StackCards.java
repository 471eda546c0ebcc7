package tessera.ui.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.Snapshot;
import tessera.stack.ChainLink;
import tessera.stack.ClusterPolicyStatus;
import tessera.stack.GpuStack;
import tessera.stack.HelmReleaseFacts;
import tessera.stack.NodeChain;
import tessera.stack.StackAnswer;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.OperatorState.StackCard;
import tessera.ui.operator.OperatorState.StackFact;
import tessera.ui.operator.OperatorState.StackVerdict;

/** Content of the cards above the matrix: installer of the stack, operator status, number of healthy nodes. */
final class StackCards {

    private final GpuStack stack;
    private final Snapshot snapshot;
    private final Instant now;

    StackCards(GpuStack stack, Snapshot snapshot, Instant now) {
        this.stack = stack;
        this.snapshot = snapshot;
        this.now = now;
    }

    List<StackCard> allCards() {
        return isForeign() ? List.of(pluginsCard(), coverageCard())
                : List.of(releaseCard(), policyCard(), coverageCard());
    }

    /** Returns whether something else than the GPU operator offers the GPUs: it has no release and no policy to show. */
    private boolean isForeign() {
        return stack.objects().isAbsent() && stack.objects().isComplete();
    }

    private StackCard pluginsCard() {
        var facts = new ArrayList<StackFact>();
        for (var plugin : stack.otherPluginNames()) {
            long nodes = stack.chains().stream()
                    .filter(chain -> GpuStack.pluginNames(Stream.of(chain)).contains(plugin)).count();
            facts.add(new StackFact(NumberText.withNoun(nodes, "node"), plugin));
        }
        if (facts.isEmpty()) {
            facts.add(new StackFact("Plugin", "its pods are not seen, or it is a part of the machines"));
        }
        facts.add(new StackFact("Operator", "NVIDIA’s GPU operator is not installed"));
        return new StackCard("Device plugins", Optional.empty(), facts);
    }

    private StackCard releaseCard() {
        var facts = new ArrayList<StackFact>();
        var version = stack.objects().operator().result().flatMap(found -> found).map(pod -> pod.version())
                .filter(text -> !text.isEmpty());
        switch (stack.objects().release()) {
            case StackAnswer.ReceivedAnswer<Optional<HelmReleaseFacts>>(var found) when found.isPresent() ->
                describeRelease(found.get(), facts);
            case StackAnswer.ReceivedAnswer<Optional<HelmReleaseFacts>> _ -> {
                facts.add(new StackFact("Release", "none that Helm knows of"));
                version.ifPresent(text -> facts.add(new StackFact("Operator", text)));
            }
            case StackAnswer.MissingAnswer<Optional<HelmReleaseFacts>>(var problem) -> {
                facts.add(new StackFact("Release", problem.headline()));
                version.ifPresent(text -> facts.add(new StackFact("Operator", text)));
            }
        }
        var status = stack.objects().release().result().flatMap(found -> found).filter(release -> !release.isDeployed())
                .map(release -> new StackVerdict(release.isPending() ? StatusGlyph.WAITING : StatusGlyph.BROKEN,
                        release.status(),
                        ""));
        return new StackCard("Helm release", status, facts);
    }

    private void describeRelease(HelmReleaseFacts release, List<StackFact> facts) {
        facts.add(new StackFact("Chart", release.chart() + " " + release.version()));
        facts.add(new StackFact("Release", "%s · revision %d".formatted(release.name(), release.revision())));
        facts.add(new StackFact("Namespace", release.namespace()));
        facts.add(new StackFact("Deployed", release.deployed() == null ? "not told"
                : AgeText.ageOf(release.deployed(), snapshot, now) + " ago"));
        facts.add(new StackFact("Values", release.userValues().isEmpty() ? "all as the chart has them"
                : NumberText.withNoun(release.userValues().size(), "value") + " set"));
    }

    private StackCard policyCard() {
        var facts = new ArrayList<StackFact>();
        var name = stack.objects().activePolicy().map(policy -> "ClusterPolicy " + policy.name())
                .orElse("ClusterPolicy");
        if (stack.policyStatus().isEmpty()) {
            facts.add(new StackFact("State", stack.objects().policies().problem().map(problem -> problem.headline())
                    .orElse(stack.objects().operator().result().flatMap(found -> found).isPresent()
                            ? "there is none, so the operator has nothing to do"
                            : "none: the operator is not installed")));
            return new StackCard(name, Optional.empty(), facts);
        }
        var standing = stack.policyStatus().get();
        var policy = stack.objects().activePolicy().orElseThrow();
        standing.firstNotReadyText().ifPresent(first -> facts.add(new StackFact("Not ready", first)));
        policy.decisiveCondition().filter(told -> !told.reason().isEmpty())
                .ifPresent(told -> facts.add(new StackFact(told.type(), told.reason())));
        if (!standing.text().equals(ClusterPolicyStatus.PARTS)) {
            facts.add(new StackFact("Means", standing.text()));
        }
        return new StackCard(name, Optional.of(policyVerdict(standing)), facts);
    }

    private StackVerdict policyVerdict(ClusterPolicyStatus standing) {
        var glyph = switch (standing.verdict()) {
            case READY -> StatusGlyph.READY;
            case IDLE -> StatusGlyph.WARNING;
            case NOT_READY -> StatusGlyph.BROKEN;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
        var age = AgeText.ageOf(standing.since(), snapshot, now);
        return new StackVerdict(glyph, standing.headline(), age.isEmpty() ? "" : "for " + age);
    }

    private StackCard coverageCard() {
        var facts = new ArrayList<StackFact>();
        long managed = stack.chains().stream().filter(NodeChain::isManaged).count();
        if (!isForeign()) {
            facts.add(new StackFact("Managed", "%d of %s".formatted(managed,
                    NumberText.withNoun(stack.chains().size() + stack.otherNodes(), "GPU node"))));
        }
        facts.add(new StackFact("Healthy", "%d of %s".formatted(stack.countNodes(ChainLink.LinkState.READY),
                NumberText.withNoun(stack.chains().size(), "node"))));
        var unwell = unhealthyText();
        if (!unwell.isEmpty()) {
            facts.add(new StackFact("Not healthy", unwell));
        }
        if (!isForeign() && !stack.otherPluginNames().isEmpty()) {
            facts.add(new StackFact("Other plugins", String.join(", ", stack.otherPluginNames())));
        }
        if (stack.otherNodes() > 0) {
            facts.add(new StackFact("Others", NumberText.withNoun(stack.otherNodes(), "node") + " of other makers"));
        }
        var drivers = stack.driverCounts().stream().limit(3).map(each -> each.nodes() + " × " + each.version())
                .collect(Collectors.joining(", "));
        facts.add(new StackFact("Drivers", drivers.isEmpty() ? "none told" : drivers));
        var upgrades = stack.chains().stream().filter(chain -> chain.upgrade().isInProgress()).count();
        if (upgrades > 0) {
            facts.add(new StackFact("Upgrades", NumberText.withNoun(upgrades, "node") + " under way"));
        }
        operatorFact().ifPresent(facts::add);
        return new StackCard("Coverage", Optional.empty(), facts);
    }

    private Optional<StackFact> operatorFact() {
        return stack.objects().operator().result().flatMap(found -> found).map(pod -> new StackFact("Operator",
                pod.ready() >= pod.desired() ? "its pod runs" : "its own pod does not run"));
    }

    private String unhealthyText() {
        var texts = new ArrayList<String>();
        addCount(texts, "broken", stack.countNodes(ChainLink.LinkState.BROKEN));
        addCount(texts, "lost", stack.countNodes(ChainLink.LinkState.UNKNOWN));
        addCount(texts, "paused", stack.countNodes(ChainLink.LinkState.PAUSED));
        addCount(texts, "with a warning", stack.countNodes(ChainLink.LinkState.LOOK));
        addCount(texts, "starting",
                stack.countNodes(ChainLink.LinkState.STARTING) + stack.countNodes(ChainLink.LinkState.WAITS));
        return String.join(" · ", texts);
    }

    private static void addCount(List<String> texts, String subject, long count) {
        if (count > 0) {
            texts.add(count + " " + subject);
        }
    }
}
