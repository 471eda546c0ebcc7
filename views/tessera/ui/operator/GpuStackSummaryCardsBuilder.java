package tessera.ui.operator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ClusterSnapshot;
import tessera.stack.ClusterPolicyStatusText;
import tessera.stack.ClusterReadResult;
import tessera.stack.GpuStackHelmRelease;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponent;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.GpuOperatorScreenState.StackCardContent;
import tessera.ui.operator.GpuOperatorScreenState.StackCardFact;
import tessera.ui.operator.GpuOperatorScreenState.StackCardStatusLine;

/** Content of the cards above the matrix: installer of the stack, operator status, number of healthy nodes. */
final class GpuStackSummaryCardsBuilder {

    private final GpuStackStatus stack;
    private final ClusterSnapshot clusterSnapshot;
    private final Instant now;

    GpuStackSummaryCardsBuilder(GpuStackStatus stack, ClusterSnapshot clusterSnapshot, Instant now) {
        this.stack = stack;
        this.clusterSnapshot = clusterSnapshot;
        this.now = now;
    }

    List<StackCardContent> allCards() {
        if (isForeign()) {
            return List.of(pluginsCard(), coverageCard());
        }
        return List.of(releaseCard(), policyCard(), coverageCard());
    }

    /** Returns whether something else than the GPU operator offers the GPUs: it has no release and no policy to show. */
    private boolean isForeign() {
        return stack.objects().isAbsent() && stack.objects().isComplete();
    }

    private StackCardContent pluginsCard() {
        var facts = new ArrayList<StackCardFact>();
        for (var plugin : stack.otherPluginNames()) {
            long nodes = stack.chains().stream()
                    .filter(chain -> GpuStackStatus.pluginNames(Stream.of(chain)).contains(plugin)).count();
            facts.add(new StackCardFact(GroupedNumberFormatter.withNoun(nodes, "node"), plugin));
        }
        if (facts.isEmpty()) {
            facts.add(new StackCardFact("Plugin", stack.chains().stream().allMatch(chain -> chain.node().isClaimsOnly())
                    ? "none: DRA drivers offer the GPUs"
                    : "its pods are not seen, or it is a part of the machines"));
        }
        if (stack.chains().stream().anyMatch(chain -> chain.node().vendor().equals("NVIDIA"))) {
            facts.add(new StackCardFact("Operator", "NVIDIA’s GPU operator is not installed"));
        }
        return new StackCardContent("Device plugins", Optional.empty(), facts);
    }

    private StackCardContent releaseCard() {
        var facts = new ArrayList<StackCardFact>();
        var version = stack.objects().operator().result().flatMap(found -> found).map(pod -> pod.version())
                .filter(text -> !text.isEmpty());
        switch (stack.objects().release()) {
            case ClusterReadResult.SuccessfulRead<Optional<GpuStackHelmRelease>>(var found) when found.isPresent() ->
                describeRelease(found.get(), facts);
            case ClusterReadResult.SuccessfulRead<Optional<GpuStackHelmRelease>> _ -> {
                facts.add(new StackCardFact("Release", "none that Helm knows of"));
                version.ifPresent(text -> facts.add(new StackCardFact("Operator", text)));
            }
            case ClusterReadResult.FailedRead<Optional<GpuStackHelmRelease>>(var problem) -> {
                facts.add(new StackCardFact("Release", problem.headline()));
                version.ifPresent(text -> facts.add(new StackCardFact("Operator", text)));
            }
        }
        var status = stack.objects().release().result().flatMap(found -> found).filter(release -> !release.isDeployed())
                .map(release -> new StackCardStatusLine(release.isPending() ? StatusGlyph.WAITING : StatusGlyph.BROKEN,
                        release.status(),
                        ""));
        return new StackCardContent("Helm release", status, facts);
    }

    private void describeRelease(GpuStackHelmRelease release, List<StackCardFact> facts) {
        facts.add(new StackCardFact("Chart", release.chart() + " " + release.version()));
        facts.add(new StackCardFact("Release", "%s · revision %d".formatted(release.name(), release.revision())));
        facts.add(new StackCardFact("Namespace", release.namespace()));
        facts.add(new StackCardFact("Deployed", release.deployed() == null ? "not told"
                : AgeFormatter.ageOf(release.deployed(), clusterSnapshot, now) + " ago"));
        facts.add(new StackCardFact("Values", release.userValues().isEmpty() ? "all as the chart has them"
                : GroupedNumberFormatter.withNoun(release.userValues().size(), "value") + " set"));
    }

    private StackCardContent policyCard() {
        var facts = new ArrayList<StackCardFact>();
        var name = stack.objects().activePolicy().map(policy -> "ClusterPolicy " + policy.name())
                .orElse("ClusterPolicy");
        if (stack.policyStatus().isEmpty()) {
            facts.add(new StackCardFact("State", stack.objects().policies().problem().map(problem -> problem.headline())
                    .orElse(stack.objects().operator().result().flatMap(found -> found).isPresent()
                            ? "there is none, so the operator has nothing to do"
                            : "none: the operator is not installed")));
            return new StackCardContent(name, Optional.empty(), facts);
        }
        var statusText = stack.policyStatus().get();
        var policy = stack.objects().activePolicy().orElseThrow();
        statusText.firstNotReadyText().ifPresent(first -> facts.add(new StackCardFact("Not ready", first)));
        policy.decisiveCondition().filter(statusCondition -> !statusCondition.reason().isEmpty())
                .ifPresent(statusCondition -> facts
                        .add(new StackCardFact(statusCondition.type(), statusCondition.reason())));
        if (!statusText.text().equals(ClusterPolicyStatusText.PARTS)) {
            facts.add(new StackCardFact("Means", statusText.text()));
        }
        return new StackCardContent(name, Optional.of(policyVerdict(statusText)), facts);
    }

    private StackCardStatusLine policyVerdict(ClusterPolicyStatusText statusText) {
        var glyph = switch (statusText.verdict()) {
            case READY -> StatusGlyph.READY;
            case IDLE -> StatusGlyph.WARNING;
            case NOT_READY -> StatusGlyph.BROKEN;
            case UNKNOWN -> StatusGlyph.UNREACHABLE;
        };
        var age = AgeFormatter.ageOf(statusText.since(), clusterSnapshot, now);
        return new StackCardStatusLine(glyph, statusText.headline(), age.isEmpty() ? "" : "for " + age);
    }

    private StackCardContent coverageCard() {
        var facts = new ArrayList<StackCardFact>();
        long managed = stack.chains().stream().filter(NodeGpuStackComponentChain::isManaged).count();
        if (!isForeign()) {
            facts.add(new StackCardFact("Managed", "%d of %s".formatted(managed,
                    GroupedNumberFormatter.withNoun(stack.chains().size() + stack.otherNodes(), "GPU node"))));
        }
        facts.add(new StackCardFact("Healthy",
                "%d of %s".formatted(stack.countNodes(NodeGpuStackComponent.NodeComponentState.READY),
                        GroupedNumberFormatter.withNoun(stack.chains().size(), "node"))));
        var unwell = unhealthyText();
        if (!unwell.isEmpty()) {
            facts.add(new StackCardFact("Not healthy", unwell));
        }
        if (!isForeign() && !stack.otherPluginNames().isEmpty()) {
            facts.add(new StackCardFact("Other plugins", String.join(", ", stack.otherPluginNames())));
        }
        if (stack.otherNodes() > 0) {
            facts.add(
                    new StackCardFact("Others",
                            GroupedNumberFormatter.withNoun(stack.otherNodes(), "node") + " of other makers"));
        }
        var drivers = stack.driverCounts().stream().limit(3).map(each -> each.nodes() + " × " + each.version())
                .collect(Collectors.joining(", "));
        facts.add(new StackCardFact("Drivers", drivers.isEmpty() ? "not known" : drivers));
        var upgrades = stack.chains().stream().filter(chain -> chain.upgrade().isInProgress()).count();
        if (upgrades > 0) {
            facts.add(new StackCardFact("Upgrades", GroupedNumberFormatter.withNoun(upgrades, "node") + " under way"));
        }
        operatorFact().ifPresent(facts::add);
        return new StackCardContent("Coverage", Optional.empty(), facts);
    }

    private Optional<StackCardFact> operatorFact() {
        return stack.objects().operator().result().flatMap(found -> found).map(pod -> new StackCardFact("Operator",
                pod.ready() >= pod.desired() ? "its pod runs" : "its own pod does not run"));
    }

    private String unhealthyText() {
        var texts = new ArrayList<String>();
        addCount(texts, "broken", stack.countNodes(NodeGpuStackComponent.NodeComponentState.BROKEN));
        addCount(texts, "lost", stack.countNodes(NodeGpuStackComponent.NodeComponentState.UNKNOWN));
        addCount(texts, "paused", stack.countNodes(NodeGpuStackComponent.NodeComponentState.PAUSED));
        addCount(texts, "with a warning", stack.countNodes(NodeGpuStackComponent.NodeComponentState.LOOK));
        addCount(texts, "starting",
                stack.countNodes(NodeGpuStackComponent.NodeComponentState.STARTING)
                        + stack.countNodes(NodeGpuStackComponent.NodeComponentState.WAITS));
        return String.join(" · ", texts);
    }

    private static void addCount(List<String> texts, String subject, long count) {
        if (count > 0) {
            texts.add(count + " " + subject);
        }
    }
}
