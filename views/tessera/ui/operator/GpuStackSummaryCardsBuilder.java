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
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.operator.GpuOperatorScreenState.StackCardContent;
import tessera.ui.operator.GpuOperatorScreenState.StackCardFact;
import tessera.ui.operator.GpuOperatorScreenState.StackCardStatusLine;

/** Content of the cards above the matrix: installer of the stack, operator status, number of healthy nodes. */
final class GpuStackSummaryCardsBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackSummaryCardsBuilder.class);

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
            facts.add(new StackCardFact(CountedNoun.NODE.countText(nodes), plugin));
        }
        if (facts.isEmpty()) {
            facts.add(new StackCardFact(MESSAGES.text("card.plugin"),
                    stack.chains().stream().allMatch(chain -> chain.node().isClaimsOnly()) ? MESSAGES.text("plugin.dra")
                            : MESSAGES.text("plugin.unseen")));
        }
        if (stack.chains().stream().anyMatch(chain -> chain.node().vendor().equals("NVIDIA"))) {
            facts.add(new StackCardFact(MESSAGES.text("card.operator"), MESSAGES.text("operator.absent")));
        }
        return new StackCardContent(MESSAGES.text("card.plugins"), Optional.empty(), facts);
    }

    private StackCardContent releaseCard() {
        var facts = new ArrayList<StackCardFact>();
        var version = stack.objects().operator().result().flatMap(found -> found).map(pod -> pod.version())
                .filter(text -> !text.isEmpty());
        switch (stack.objects().release()) {
            case ClusterReadResult.SuccessfulRead<Optional<GpuStackHelmRelease>>(var found) when found.isPresent() ->
                describeRelease(found.get(), facts);
            case ClusterReadResult.SuccessfulRead<Optional<GpuStackHelmRelease>> _ -> {
                facts.add(new StackCardFact(MESSAGES.text("card.release"), MESSAGES.text("release.none")));
                version.ifPresent(text -> facts.add(new StackCardFact(MESSAGES.text("card.operator"), text)));
            }
            case ClusterReadResult.FailedRead<Optional<GpuStackHelmRelease>>(var problem) -> {
                facts.add(new StackCardFact(MESSAGES.text("card.release"), problem.headline()));
                version.ifPresent(text -> facts.add(new StackCardFact(MESSAGES.text("card.operator"), text)));
            }
        }
        var status = stack.objects().release().result().flatMap(found -> found).filter(release -> !release.isDeployed())
                .map(release -> new StackCardStatusLine(release.isPending() ? StatusGlyph.WAITING : StatusGlyph.BROKEN,
                        release.status(), ""));
        return new StackCardContent(MESSAGES.text("card.helm"), status, facts);
    }

    private void describeRelease(GpuStackHelmRelease release, List<StackCardFact> facts) {
        facts.add(new StackCardFact(MESSAGES.text("card.chart"), release.chart() + " " + release.version()));
        facts.add(new StackCardFact(MESSAGES.text("card.release"),
                MESSAGES.text("release.revision", release.name(), release.revision())));
        facts.add(new StackCardFact(MESSAGES.text("card.namespace"), release.namespace()));
        facts.add(new StackCardFact(MESSAGES.text("card.deployed"),
                release.deployed() == null ? MESSAGES.text("release.noDate")
                        : MESSAGES.text("release.ago", AgeFormatter.ageOf(release.deployed(), clusterSnapshot, now))));
        facts.add(new StackCardFact(MESSAGES.text("card.values"),
                release.userValues().isEmpty() ? MESSAGES.text("release.defaults")
                        : MESSAGES.text("release.values", release.userValues().size())));
    }

    private StackCardContent policyCard() {
        var facts = new ArrayList<StackCardFact>();
        var name = stack.objects().activePolicy().map(policy -> "ClusterPolicy " + policy.name())
                .orElse("ClusterPolicy");
        if (stack.policyStatus().isEmpty()) {
            facts.add(new StackCardFact(MESSAGES.text("card.state"),
                    stack.objects().policies().problem().map(problem -> problem.headline())
                            .orElse(stack.objects().operator().result().flatMap(found -> found).isPresent()
                                    ? MESSAGES.text("policy.none")
                                    : MESSAGES.text("policy.noOperator"))));
            return new StackCardContent(name, Optional.empty(), facts);
        }
        var statusText = stack.policyStatus().get();
        var policy = stack.objects().activePolicy().orElseThrow();
        statusText.firstNotReadyText()
                .ifPresent(first -> facts.add(new StackCardFact(MESSAGES.text("card.notReady"), first)));
        policy.decisiveCondition().filter(statusCondition -> !statusCondition.reason().isEmpty()).ifPresent(
                statusCondition -> facts.add(new StackCardFact(statusCondition.type(), statusCondition.reason())));
        if (!statusText.namesOnlyParts()) {
            facts.add(new StackCardFact(MESSAGES.text("card.meaning"), statusText.text()));
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
        return new StackCardStatusLine(glyph, statusText.headline(),
                age.isEmpty() ? "" : MESSAGES.text("policy.since", age));
    }

    private StackCardContent coverageCard() {
        var facts = new ArrayList<StackCardFact>();
        long managed = stack.chains().stream().filter(NodeGpuStackComponentChain::isManaged).count();
        if (!isForeign()) {
            facts.add(new StackCardFact(MESSAGES.text("card.managed"),
                    MESSAGES.text("coverage.gpuNodes", managed, stack.chains().size() + stack.otherNodes())));
        }
        facts.add(new StackCardFact(MESSAGES.text("card.healthy"), MESSAGES.text("coverage.nodes",
                stack.countNodes(NodeGpuStackComponent.NodeComponentState.READY), stack.chains().size())));
        var unwell = unhealthyText();
        if (!unwell.isEmpty()) {
            facts.add(new StackCardFact(MESSAGES.text("card.unhealthy"), unwell));
        }
        if (!isForeign() && !stack.otherPluginNames().isEmpty()) {
            facts.add(
                    new StackCardFact(MESSAGES.text("card.otherPlugins"), String.join(", ", stack.otherPluginNames())));
        }
        if (stack.otherNodes() > 0) {
            facts.add(new StackCardFact(MESSAGES.text("card.others"),
                    MESSAGES.text("coverage.otherVendors", stack.otherNodes())));
        }
        var drivers = stack.driverCounts().stream().limit(3).map(each -> each.nodes() + " × " + each.version())
                .collect(Collectors.joining(", "));
        facts.add(new StackCardFact(MESSAGES.text("card.drivers"),
                OptionalText.orElse(drivers, MESSAGES.text("driver.unknown"))));
        var upgrades = stack.chains().stream().filter(chain -> chain.upgrade().isInProgress()).count();
        if (upgrades > 0) {
            facts.add(new StackCardFact(MESSAGES.text("card.upgrades"), MESSAGES.text("coverage.upgrades", upgrades)));
        }
        operatorFact().ifPresent(facts::add);
        return new StackCardContent(MESSAGES.text("card.coverage"), Optional.empty(), facts);
    }

    private Optional<StackCardFact> operatorFact() {
        return stack.objects().operator().result().flatMap(found -> found)
                .map(pod -> new StackCardFact(MESSAGES.text("card.operator"),
                        pod.ready() >= pod.desired() ? MESSAGES.text("operator.running")
                                : MESSAGES.text("operator.notRunning")));
    }

    private String unhealthyText() {
        var texts = new ArrayList<String>();
        addCount(texts, MESSAGES.text("state.broken"),
                stack.countNodes(NodeGpuStackComponent.NodeComponentState.BROKEN));
        addCount(texts, MESSAGES.text("state.lost"),
                stack.countNodes(NodeGpuStackComponent.NodeComponentState.UNKNOWN));
        addCount(texts, MESSAGES.text("state.paused"),
                stack.countNodes(NodeGpuStackComponent.NodeComponentState.PAUSED));
        addCount(texts, MESSAGES.text("state.warning"),
                stack.countNodes(NodeGpuStackComponent.NodeComponentState.LOOK));
        addCount(texts, MESSAGES.text("state.starting"),
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
