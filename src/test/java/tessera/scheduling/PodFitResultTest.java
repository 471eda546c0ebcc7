package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.kube.scheduling.Taint;
import tessera.model.ForeignTextSanitizer;
import tessera.model.ObjectRef;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.PodFitResult.FitOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tessera.scheduling.Told.yaml;

/** A pod that finds no node is told why in one sentence, and what would help. */
class PodFitResultTest {

    private final Told told = new Told();

    private ObjectNode node(String name, String spec, String offers) {
        var node = (ObjectNode) yaml("""
                metadata: {name: %s, labels: {kubernetes.io/hostname: %s, tier: silver}}
                spec: {%s}
                status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20', %s}}
                """.formatted(name, name, spec, offers));
        told.node(node);
        return node;
    }

    private static JsonNode pod(String name, String requests, String spec) {
        return yaml("""
                metadata: {namespace: ml, name: %s, uid: uid-%s, labels: {app: train}}
                spec:
                  containers: [{name: main, resources: {requests: {%s}, limits: {%s}}}]
                  %s
                """.formatted(name, name, requests, requests, spec));
    }

    private void runs(String name, String node, String requests) {
        told.pod(pod(name, requests, "nodeName: " + node));
    }

    private PodFitResult fit(String requests, String spec) {
        return told.fit(pod("wants", requests, spec), "");
    }

    @Test
    void whileNodesAreReadNothingIsSaidOfThoseThatAreNotSeenYet() {
        node("a", "", "nvidia.com/mig-1g.10gb: 7");
        told.readsNodes();

        var fit = fit("nvidia.com/mig-1g.5gb: 1", "");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.UNKNOWN);
        assertThat(fit.headline())
                .startsWith("Not all nodes are visible, so Tessera cannot tell which nodes could " + "run the pod");
        assertThat(fit.unknownFacts()).contains("Not all nodes have been read yet");
    }

    @Test
    void aResourceThatNobodyOffersIsNamedTogetherWithTheOneThatWasMeant() {
        node("a", "", "nvidia.com/mig-1g.10gb: 7");

        var fit = fit("nvidia.com/mig-1g.5gb: 1", "");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.NEVER);
        assertThat(fit.headline()).isEqualTo("No node advertises nvidia.com/mig-1g.5gb");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("If you meant nvidia.com/mig-1g.10gb, request it instead of nvidia.com/mig-1g.5gb.");
    }

    private void labelled(String name, String labels, String offers) {
        told.node(yaml(
                "{metadata: {name: %s, labels: {%s}}, status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20', %s}}}"
                        .formatted(name, labels, offers)));
    }

    @Test
    void onlyNodesWithSuchDevicesThatNoLayoutHelpsCanNeverTakeAPod() {
        var a100 = "nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB, nvidia.com/gpu.count: '8', nvidia.com/gpu.present: 'true'";
        labelled("cut", a100, "nvidia.com/mig-1g.10gb: 56");
        labelled("whole", a100, "nvidia.com/gpu: 8");
        labelled("small", "nvidia.com/gpu.product: Tesla-T4", "nvidia.com/gpu: 4");
        labelled("fixed", a100 + ", cloud.google.com/gke-gpu-partition-size: 1g.10gb", "nvidia.com/mig-1g.10gb: 56");
        node("cpu", "", "hugepages-2Mi: 0");

        var fit = fit("nvidia.com/mig-3g.40gb: 2", "");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.CLOSED);
        assertThat(fit.headline()).isEqualTo("No node advertises nvidia.com/mig-3g.40gb. 2 nodes could run the pod "
                + "with another MIG layout: cut and whole.");
        assertThat(fit.nodesWith(NodeFitStatus.OTHER_LAYOUT)).extracting(NodeFitResult::name).containsExactly("cut",
                "whole");
        assertThat(fit.nodesWith(NodeFitStatus.UNSUITABLE)).extracting(NodeFitResult::name).containsExactly("fixed",
                "small");
        assertThat(fit.nodesWith(NodeFitStatus.NO_DEVICES)).extracting(NodeFitResult::name).containsExactly("cpu");
        assertThat(fit("nvidia.com/mig-7g.80gb: 9", "").outcome()).as("there are 8 GPUs").isEqualTo(FitOutcome.NEVER);
        assertThat(fit("nvidia.com/gpu: 8", "").nodesWith(NodeFitStatus.OTHER_LAYOUT)).as("MIG can be turned off")
                .extracting(NodeFitResult::name).containsExactly("cut");
    }

    @Test
    void noLayoutHelpsWhereTheMigStrategyNeverAdvertisesProfiles() {
        var a100 = "nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB, nvidia.com/gpu.count: '8', nvidia.com/mig.capable: 'true'";
        labelled("single", a100 + ", nvidia.com/mig.strategy: single", "nvidia.com/gpu: 8");
        // Discovery leaves the label out for strategy none.
        labelled("none", a100, "nvidia.com/gpu: 8");

        var fit = fit("nvidia.com/mig-1g.10gb: 1", "");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.NEVER);
        assertThat(fit.headline()).isEqualTo("No node advertises nvidia.com/mig-1g.10gb");
        assertThat(fit.nodes()).extracting(NodeFitResult::name, NodeFitResult::leadingReasonText).containsExactly(
                tuple("none", "nvidia.com/mig-1g.10gb is never advertised with MIG strategy none"),
                tuple("single", "nvidia.com/mig-1g.10gb is never advertised with MIG strategy single"));
        assertThat(fit.remedies()).singleElement().satisfies(remedy -> {
            assertThat(remedy.text()).isEqualTo("Set the MIG strategy of none to mixed (mig.strategy). Strategy none "
                    + "advertises no instances.");
            assertThat(remedy.remedy()).isInstanceOf(SchedulingRemedyChange.ChangeResourceRequestAction.class);
        });

        labelled("mixed", a100 + ", nvidia.com/mig.strategy: mixed", "nvidia.com/gpu: 8");
        assertThat(fit("nvidia.com/mig-1g.10gb: 1", "").nodesWith(NodeFitStatus.OTHER_LAYOUT))
                .extracting(NodeFitResult::name).containsExactly("mixed");
        assertThat(fit("nvidia.com/gpu: 9", "").outcome()).isEqualTo(FitOutcome.NEVER);
    }

    @Test
    void asManyPodsAreToGoAsANodeRunsTooManyOrItsLimitIsToBeRaised() {
        told.node(yaml("{metadata: {name: a}, status: {allocatable: {cpu: 16, pods: 2, nvidia.com/gpu: 8}}}"));
        for (var name : List.of("one", "two", "three")) {
            runs(name, "a", "nvidia.com/gpu: 1");
        }

        var fit = fit("nvidia.com/gpu: 1", "");
        assertThat(fit.headline()).isEqualTo("Only a could run the pod, but not now (runs 3 of at most 2 pods)");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Wait until ml/one and ml/three on a finish, or evict them.",
                "Or raise maxPods of the kubelet on a. Apart from the pod limit, the node has room for the pod.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "nvidia.com/gpu: '99999999999999999999' | Requests ≥9223372036854775807 × nvidia.com/gpu on one node.",
        "cpu: '99999999999999999999' | Requests ≥9223372036854775.807 CPU on one node.",
        "memory: '99999999999999999999Gi' | Requests ≥7.9Ei memory on one node."})
    void anAmountThatIsTooLargeToCountIsToldAsALowerBound(String request, String text) {
        node("a", "", "nvidia.com/gpu: 4");
        assertThat(fit(request, "").headline()).startsWith(text);
    }

    @Test
    void figuresOfHeadlineAndNodesNameWhatTheyCount() {
        node("a", "", "nvidia.com/gpu: 4");
        node("b", "", "nvidia.com/gpu: 2");
        runs("one", "a", "nvidia.com/gpu: 1");

        var large = fit("nvidia.com/gpu: 8", "");
        assertThat(large.headline()).endsWith("No node has more than 4 allocatable.");
        assertThat(large.nodes()).extracting(NodeFitResult::decisiveAmountsText).containsExactly("4 allocatable",
                "2 allocatable");
        assertThat(large.nodes().getFirst().failures()).extracting(PredictedNodeFilterFailure::text)
                .containsExactly("requests 8 nvidia.com/gpu, 4 allocatable");
        var full = fit("nvidia.com/gpu: 4", "");
        assertThat(full.headline())
                .isEqualTo("The only suitable node does not have 4 × nvidia.com/gpu free (a: 3 of 4 free)");
        assertThat(full.nodes()).extracting(NodeFitResult::decisiveAmountsText).containsExactly("3 of 4 free",
                "2 allocatable");
    }

    @Test
    void ofPodsThatMatterAlikeTheOneThatHoldsLeastIsToGoFirst() {
        node("a", "", "nvidia.com/gpu: 8");
        node("b", "", "nvidia.com/gpu: 2");
        runs("pretrain", "a", "nvidia.com/gpu: 8");
        runs("one", "b", "nvidia.com/gpu: 1");
        runs("two", "b", "nvidia.com/gpu: 1");

        assertThat(fit("nvidia.com/gpu: 1", "").remedies()).extracting(SchedulingRemedy::text).first()
                .isEqualTo("Wait until ml/one on b finishes, or evict it.");
    }

    @Test
    void whereNodesAreClosedAndFullItIsSaidWhatHasToComeFirst() {
        node("a", "taints: [{key: dedicated, value: frontier, effect: NoSchedule}]", "nvidia.com/gpu: 8");
        runs("holder", "a", "nvidia.com/gpu: 6");

        assertThat(fit("nvidia.com/gpu: 4", "").remedies()).singleElement().satisfies(advice -> {
            assertThat(advice.text()).isEqualTo(
                    "Add a toleration for dedicated=frontier:NoSchedule, and wait until a has enough free resources "
                            + "(requests 4 nvidia.com/gpu, 2 of 8 free).");
            assertThat(advice.remedy()).isInstanceOf(SchedulingRemedyChange.AddTolerationsAction.class);
        });
    }

    @Test
    void aCordonedNodeThatIsFullAsWellIsToBeOpenedFirst() {
        node("a", "unschedulable: true", "nvidia.com/gpu: 8");
        runs("holder", "a", "nvidia.com/gpu: 6");

        assertThat(fit("nvidia.com/gpu: 4", "").remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Uncordon a, and wait until the node has enough free resources (requests 4 nvidia.com/gpu, 2 of "
                        + "8 free).");
    }

    @Test
    void whatMachinesHaveAndDoNotOfferForNowIsNotSaidToBeThereNever() {
        node("a", "", "nvidia.com/gpu: 0").withObject("/metadata/labels").put("nvidia.com/gpu.count", "8");
        node("b", "", "nvidia.com/gpu: 3").withObject("/status/capacity").put("nvidia.com/gpu", "4");

        var fit = fit("nvidia.com/gpu: 4", "");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.CLOSED);
        assertThat(fit.headline())
                .isEqualTo("No node that could run the pod accepts it right now (2 nodes not advertising all devices)");
        assertThat(fit.nodes()).extracting(NodeFitResult::leadingReasonText).containsExactly(
                "nvidia.com/gpu is currently not advertised, although the machine has enough",
                "not enough nvidia.com/gpu currently advertised, although the machine has enough");
        assertThat(fit("nvidia.com/gpu: 16", "").outcome()).isEqualTo(FitOutcome.NEVER);
    }

    @Test
    void aRequestThatIsTooLargeForEveryNodeIsToldApartFromOneThatFindsTheNodesFull() {
        node("a", "", "nvidia.com/gpu: 8");
        runs("holder", "a", "nvidia.com/gpu: 6");

        var large = fit("nvidia.com/gpu: 16", "");
        assertThat(large.outcome()).isEqualTo(FitOutcome.NEVER);
        assertThat(large.headline())
                .isEqualTo("Requests 16 × nvidia.com/gpu on one node. No node has more than 8 allocatable.");

        var full = fit("nvidia.com/gpu: 4", "");
        assertThat(full.outcome()).isEqualTo(FitOutcome.NOT_NOW);
        assertThat(full.headline())
                .isEqualTo("The only suitable node does not have 4 × nvidia.com/gpu free (a: 2 of 8 free)");
        assertThat(full.remedies()).singleElement().satisfies(suggestion -> {
            assertThat(suggestion.text()).isEqualTo("Wait until ml/holder on a finishes, or evict it.");
            assertThat(suggestion.command()).isEqualTo("tessera plan evict ml/holder");
        });
    }

    private static JsonNode worker(String name, String spec) {
        var worker = (ObjectNode) pod(name, "nvidia.com/gpu: 4", spec);
        worker.withObject("metadata").withArray("ownerReferences").addObject().put("kind", "Job").put("name", "train");
        return worker;
    }

    @Test
    void podsOfTheSameJobAreNotProposedToMakeWay() {
        node("a", "", "nvidia.com/gpu: 4");
        node("b", "", "nvidia.com/gpu: 4");
        told.pod(worker("train-0", "nodeName: a"));
        runs("other", "b", "nvidia.com/gpu: 4");

        assertThat(told.fit(worker("train-1", ""), "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Wait until ml/other on b finishes, or evict it.");
    }

    @Test
    void aPodThatHasANodeIsNotHeldAgainstTheOthers() {
        node("a", "", "nvidia.com/gpu: 4");

        var bound = fit("nvidia.com/gpu: 8", "nodeName: a");
        assertThat(bound.outcome()).isEqualTo(FitOutcome.BOUND);
        assertThat(bound.nodes()).isEmpty();

        var ended = (ObjectNode) pod("ended", "nvidia.com/gpu: 1", "nodeName: a");
        ended.putObject("status").put("phase", "Succeeded");
        assertThat(told.fit(ended, "").headline()).isEqualTo("Completed on a");
        assertThat(told.fit(ended, "").remedies()).isEmpty();
    }

    @Test
    void ofAPodThatHasEndedIsToldWhatItEndedWithAndWhetherAnotherComes() {
        node("a", "", "nvidia.com/gpu: 4");
        var refused = (ObjectNode) pod("refused", "nvidia.com/gpu: 1", "nodeName: a");
        refused.putObject("status").put("phase", "Failed").put("reason", "OutOfnvidia.com/gpu").put("message",
                "Node didn't have enough resource: nvidia.com/gpu.");
        var fit = told.fit(refused, "");

        assertThat(fit.outcome()).isEqualTo(FitOutcome.ENDED);
        assertThat(fit.headline()).startsWith("OutOfnvidia.com/gpu on a: ").endsWith(
                "The kubelet rejected the pod because the node’s free resources had already been allocated to "
                        + "other pods. The pod has no controller that would recreate it.");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::command)
                .containsExactly("tessera doctor --pod ml/refused");

        var late = (ObjectNode) worker("late", "");
        late.putObject("status").put("phase", "Failed").put("reason", "DeadlineExceeded").put("message",
                "Pod was active on the node longer than the specified deadline");
        var unplaced = told.fit(late, "");
        assertThat(unplaced.outcome()).isEqualTo(FitOutcome.ENDED);
        assertThat(unplaced.headline())
                .startsWith("DeadlineExceeded without a node. The pod ran longer than activeDeadlineSeconds")
                .endsWith("Job train decides whether to retry.");
        assertThat(unplaced.nodes()).isEmpty();
        assertThat(unplaced.summary()).isEmpty();

        var leaving = (ObjectNode) pod("leaving", "nvidia.com/gpu: 1", "");
        leaving.withObject("/metadata").put("deletionTimestamp", "2026-11-22T13:00:00Z");
        assertThat(told.fit(leaving, "").headline()).isEqualTo("The pod is being deleted and will not be scheduled");
    }

    @Test
    void theNameOfSharesIsProposedToWhoAsksForWholeGpus() {
        node("a", "", "nvidia.com/gpu.shared: 16");

        assertThat(fit("nvidia.com/gpu: 1", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("If you meant nvidia.com/gpu.shared, request it instead of nvidia.com/gpu.");
    }

    private ObjectNode shared(String name, String config, String resource) {
        return node(name, "", resource + ": 16").withObject("/metadata/labels").put("nvidia.com/gpu.replicas", "4")
                .put("nvidia.com/gpu.sharing-strategy", "time-slicing").put("nvidia.com/device-plugin.config", config)
                .put("nvidia.com/gpu.product", "NVIDIA-L40S" + (resource.endsWith("gpu") ? "-SHARED" : ""));
    }

    private void sharing(String config, boolean onlyOne) {
        told.other("clusterpolicies", yaml("{metadata: {name: p}, spec: {devicePlugin: {config: {name: shares}}}}"));
        told.other("configmaps", yaml("""
                metadata: {name: shares}
                data:
                  %s: |
                    {version: v1, sharing: {timeSlicing: {failRequestsGreaterThanOne: %s,
                      resources: [{name: nvidia.com/gpu, replicas: 4}]}}}
                """.formatted(config, onlyOne)));
    }

    @Test
    void severalSharesInOneContainerArePlacedByTheSchedulerAndRefusedByTheKubelet() {
        sharing("four", true);
        shared("a", "four", "nvidia.com/gpu");

        var fit = fit("nvidia.com/gpu: 4", "");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.NEVER);
        assertThat(fit.headline()).isEqualTo(
                "Only a advertises what the pod requests. The kubelet there would reject the pod, because it "
                        + "allows only 1 share of nvidia.com/gpu per container (UnexpectedAdmissionError).");
        assertThat(fit.summary()).as("the scheduler objects to nothing").isEmpty();
        assertThat(fit.remedies()).singleElement()
                .satisfies(suggestion -> assertThat(suggestion.text()).startsWith("Request 1 share per container"));
        assertThat(fit("nvidia.com/gpu: 1", "").outcome()).isEqualTo(FitOutcome.FITS);

        node("b", "", "nvidia.com/gpu: 8");
        assertThat(fit("nvidia.com/gpu: 9", "")).satisfies(nine -> {
            assertThat(nine.headline())
                    .startsWith("Only a advertises what the pod requests. The kubelet there would " + "reject the pod")
                    .endsWith(". Apart from shares, no node has more than 8 allocatable.");
            assertThat(nine.remedies()).first().asString().contains("Request at most 8 × nvidia.com/gpu per pod");
        });
        assertThat(fit("nvidia.com/gpu: 4", "").headline()).isEqualTo(
                "b fits now. The scheduler has not retried yet, or applies constraints that Tessera cannot see.");
    }

    @ParameterizedTest
    @CsvSource({"time-sharing, 1, NEVER", "time-sharing, 4, NEVER", "mps, 8, NEVER", "mps, 4, FITS"})
    void onGkeSeveralSharesAreRefusedExceptByMpsOfOneGpu(String strategy, int shares, FitOutcome outcome) {
        told.node(yaml("""
                metadata: {name: gke, labels: {cloud.google.com/gke-gpu-sharing-strategy: %s,
                  cloud.google.com/gke-max-shared-clients-per-gpu: '%d'}}
                status: {capacity: {nvidia.com/gpu: %d}, allocatable: {cpu: 16, pods: 20, nvidia.com/gpu: %d}}
                """.formatted(strategy, strategy.equals("mps") ? 4 : shares, shares, shares + 1)));

        var fit = fit("nvidia.com/gpu: 2", "");
        assertThat(fit.outcome()).isEqualTo(outcome);
        assertThat(fit.nodes()).singleElement().extracting(NodeFitResult::leadingReasonText)
                .isEqualTo(outcome == FitOutcome.FITS ? ""
                        : "the kubelet rejects more than 1 share of nvidia.com/gpu per container");
        assertThat(fit("nvidia.com/gpu: 1", "").outcome()).isEqualTo(FitOutcome.FITS);
    }

    @Test
    void sharesBehindATaintAreNotSaidToTakeThePod() {
        shared("a", "four", "nvidia.com/gpu.shared").withObject("/metadata/labels");
        node("b", "taints: [{key: dedicated, value: eval, effect: NoSchedule}]", "nvidia.com/gpu.shared: 16")
                .withObject("/metadata/labels").put("nvidia.com/gpu.replicas", "4")
                .put("nvidia.com/gpu.sharing-strategy", "time-slicing").put("nvidia.com/device-plugin.config", "four");
        sharing("four", true);
        var wish = "nvidia.com/gpu.shared: 4";
        assertThat(fit(wish, "").headline())
                .startsWith("Only a advertises what the pod requests. The kubelet there would reject the pod");
        assertThat(fit(wish, "nodeSelector: {kubernetes.io/hostname: b}").headline())
                .isEqualTo("Only b advertises what the pod requests, but does not accept the pod (taint "
                        + "dedicated=eval:NoSchedule). The kubelet there would reject the pod, because it allows only 1 "
                        + "share of nvidia.com/gpu.shared per container (UnexpectedAdmissionError).");
    }

    @Test
    void aSchedulerThatSaysNothingForLongMayNotBeThere() {
        node("a", "", "nvidia.com/gpu: 8");
        assertThat(fit("nvidia.com/gpu: 1", "schedulerName: kai-scheduler").headline()).isEqualTo(
                "Scheduler kai-scheduler places this pod by rules that Tessera does not know. The scheduler has "
                        + "not reported yet.");
    }

    @Test
    void severalSharesMayBeRefusedWhereTheConfigurationIsNotKnown() {
        shared("a", "four", "nvidia.com/gpu.shared");
        var wish = "nvidia.com/gpu.shared: 4";

        assertThat(fit(wish, "").outcome()).isEqualTo(FitOutcome.FITS);
        assertThat(fit(wish, "").unknownFacts()).singleElement()
                .satisfies(text -> assertThat(text).startsWith("Cannot tell whether the kubelet accepts the pod on a"));
        sharing("four", false);
        assertThat(fit(wish, "").unknownFacts()).containsExactly("Cannot tell how many GPUs the shares on a belong to");
        shared("a", "four", "nvidia.com/gpu.shared").put("nvidia.com/gpu.sharing-strategy", "mps");
        assertThat(fit(wish, "").outcome()).isEqualTo(FitOutcome.NEVER);
    }

    @Test
    void whoWantsSeveralGpusIsNotSentToShares() {
        shared("a", "four", "nvidia.com/gpu");
        shared("b", "renamed", "nvidia.com/gpu.shared");

        var fit = fit("nvidia.com/gpu: 4", "nodeSelector: {nvidia.com/gpu.product: NVIDIA-L40S}");
        assertThat(fit.headline()).isEqualTo("Requests 4 × nvidia.com/gpu. The only selected node, b, advertises none. "
                + "a has the selected product but shares its GPUs (label value NVIDIA-L40S-SHARED).");
        assertThat(fit.remedies()).isEmpty();

        node("c", "", "nvidia.com/gpu: 8").withObject("/metadata/labels").put("nvidia.com/gpu.product", "NVIDIA-H200");
        assertThat(fit("nvidia.com/gpu: 4", "nodeSelector: {nvidia.com/gpu.product: NVIDIA-L40S}").remedies())
                .singleElement().satisfies(suggestion -> {
                    assertThat(suggestion.text())
                            .isEqualTo("Select another GPU product. Nodes with NVIDIA-H200 have enough.");
                    assertThat(suggestion.remedy()).isEqualTo(new SchedulingRemedyChange.ChangeResourceRequestAction());
                });
    }

    @Test
    void aNodeWithIllDevicesComesLastWhereOthersHoldThemToo() {
        var node = node("a", "", "nvidia.com/gpu: 7");
        ((ObjectNode) node.path("status")).putObject("capacity").put("nvidia.com/gpu", "8");
        node("b", "", "nvidia.com/gpu: 8");
        runs("on-b", "b", "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 8", "").remedies()).extracting(SchedulingRemedy::text).first()
                .isEqualTo("Check a, which has enough devices, but some are unhealthy.");
        runs("on-a", "a", "nvidia.com/gpu: 7");
        assertThat(fit("nvidia.com/gpu: 8", "").remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Wait until ml/on-b on b finishes, or evict it.",
                "Check a, which has enough devices, but some are unhealthy. After that, one more obstacle "
                        + "remains there: other pods use 7 × nvidia.com/gpu.");
    }

    @Test
    void aNodeThatOffersNoneOfItsGpusIsNoHelpToWhoWantsThoseOfAnotherMaker() {
        node("a", "", "cpu: 64").withObject("/metadata/labels").put("nvidia.com/gpu.present", "true")
                .put("nvidia.com/gpu.count", "8").put("nvidia.com/gpu.product", "NVIDIA-L40S");
        node("b", "", "amd.com/gpu: 1");
        runs("on-b", "b", "amd.com/gpu: 1");

        assertThat(fit("nvidia.com/gpu: 1", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Check a, which has GPUs but advertises none.");
        assertThat(fit("amd.com/gpu: 1", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Wait until ml/on-b on b finishes, or evict it.");
    }

    @Test
    void aNodeWithIllDevicesIsNamedWhenItIsFullOfSomethingElseToo() {
        var node = node("a", "", "nvidia.com/gpu: 0");
        ((ObjectNode) node.path("status")).putObject("capacity").put("nvidia.com/gpu", "8").put("cpu", "16");
        runs("on-a", "a", "cpu: 10");

        assertThat(fit("nvidia.com/gpu: 1, cpu: 8", "").remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Check a, which has enough devices, but some are unhealthy. After that, one more obstacle "
                        + "remains there: requests 8 CPU, 6 of 16 free.");
    }

    @Test
    void theFewestPodsAreNamedThatWouldHaveToEnd() {
        node("a", "", "nvidia.com/gpu: 8");
        node("b", "", "nvidia.com/gpu: 8");
        runs("a-1", "a", "nvidia.com/gpu: 4");
        runs("a-2", "a", "nvidia.com/gpu: 4");
        runs("b-1", "b", "nvidia.com/gpu: 1");
        runs("b-2", "b", "nvidia.com/gpu: 7");

        var remedies = fit("nvidia.com/gpu: 5", "").remedies().stream().map(SchedulingRemedy::remedy).toList();
        assertThat(remedies).containsExactly(new SchedulingRemedyChange.EndNodePodsAction("b", List.of("ml/b-2")),
                new SchedulingRemedyChange.EndNodePodsAction("a", List.of("ml/a-1", "ml/a-2")));
    }

    @Test
    void aNodeThatIsOnlyClosedIsOpenedAndATaintIsToleratedOrTaken() {
        node("a", "unschedulable: true", "nvidia.com/gpu: 8");
        node("b", "taints: [{key: team, value: red, effect: NoSchedule}]", "nvidia.com/gpu: 8");
        node("c", "taints: [{key: node.kubernetes.io/unreachable, effect: NoSchedule}]", "nvidia.com/gpu: 8");

        var fit = fit("nvidia.com/gpu: 1", "");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.CLOSED);
        assertThat(fit.headline()).contains("1 node cordoned").contains("1 node with taint team=red:NoSchedule");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::command).containsExactly("tessera plan uncordon a", "",
                "tessera plan taint b team:NoSchedule-", "tessera doctor --node c");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::remedy).contains(
                new SchedulingRemedyChange.AddTolerationsAction(List.of(new Taint("team", "red", "NoSchedule"))));
    }

    @Test
    void aLabelThatNoNodeHasIsToldWithThoseThatThereAre() {
        node("a", "", "nvidia.com/gpu: 8");

        var fit = fit("nvidia.com/gpu: 1", "nodeSelector: {tier: silber}");
        assertThat(fit.headline()).isEqualTo(
                "No node matches the pod’s selector tier=silber. Existing values of tier are silver (1 node).");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).first()
                .isEqualTo("If you meant tier=silver, correct the selector.");
        assertThat(fit("nvidia.com/gpu: 1", "nodeSelector: {pool: gold}").remedies())
                .extracting(SchedulingRemedy::command).containsExactly("tessera plan label a pool=gold");
    }

    @Test
    void aNameThatEachNodeHasForItselfIsNoChoiceToTell() {
        IntStream.rangeClosed(1, 6).forEach(number -> node("gpu-0" + number, "", "nvidia.com/gpu: 8"));

        var fit = fit("nvidia.com/gpu: 1", "nodeSelector: {kubernetes.io/hostname: gpu-07x}");
        assertThat(fit.headline()).isEqualTo("No node matches the pod’s selector kubernetes.io/hostname=gpu-07x");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).first().asString()
                .startsWith("If you meant kubernetes.io/hostname=gpu-0");
    }

    @Test
    void whoWantsTooMuchOfWhatIsBehindTaintsIsToldHowMuchToAskForAndWhatToTolerate() {
        node("a", "taints: [{key: team, value: x, effect: NoSchedule}]", "nvidia.com/gpu: 8");
        node("b", "", "example.com/nic: 1");

        assertThat(fit("nvidia.com/gpu: 1, cpu: 64", "").remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Request at most 16 CPU per pod, and run more pods that tolerate team=x:NoSchedule.");
    }

    @Test
    void demandsThatAreMetOnlyOnDifferentNodesAreToldSo() {
        node("a", "", "nvidia.com/gpu: 8");
        node("b", "", "example.com/nic: 1").withObject("/metadata/labels").put("tier", "gold");

        assertThat(fit("nvidia.com/gpu: 1", "nodeSelector: {tier: gold}").headline())
                .isEqualTo("Requests 1 × nvidia.com/gpu. The only selected node, b, advertises none.");
        var together = fit("nvidia.com/gpu: 1, example.com/nic: 1", "");
        assertThat(together.headline())
                .startsWith("No single node has 1 × example.com/nic and 1 × nvidia.com/gpu together");
        assertThat(together.remedies()).extracting(SchedulingRemedy::text).containsExactly(
                "Request each of them in a separate pod, because no node advertises 1 × example.com/nic and 1 × "
                        + "nvidia.com/gpu together.");
    }

    @Test
    void everythingThatIsAgainstANodeIsToldAndNotOnlyWhatTheSchedulerStopsAt() {
        node("a", "unschedulable: true", "nvidia.com/gpu: 8");
        runs("holder", "a", "nvidia.com/gpu: 8");

        var fit = fit("nvidia.com/gpu: 1, cpu: 64", "nodeSelector: {tier: gold}");
        assertThat(fit.nodes().getFirst().failures()).extracting(PredictedNodeFilterFailure::plugin).containsExactly(
                SchedulerPlugin.NODE_UNSCHEDULABLE, SchedulerPlugin.NODE_AFFINITY, SchedulerPlugin.NODE_RESOURCES_FIT,
                SchedulerPlugin.NODE_RESOURCES_FIT);
        assertThat(fit.summary()).startsWith("0/1 nodes are available: 1 node(s) were unschedulable. ");
        assertThat(fit.nodes().getFirst().failures().getLast().text())
                .isEqualTo("requests 1 nvidia.com/gpu, 0 of 8 free");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "[{name: nodes, state: Pending, message: Provisioning nodes.}, {name: other, state: Ready}] "
                + "| . Waiting for admission check nodes (Pending: Provisioning nodes)",
        "[{name: a, state: Retry}, {name: b}] | . Waiting for admission checks a (Retry) and b (Pending)",
        "[{name: a, state: Ready}]            | , and Kueue is about to admit the workload"})
    void whoHasItsQuotaMayWaitForAChecksConsent(String checks, String text) {
        node("a", "", "nvidia.com/gpu: 8");
        told.other("workloads", yaml("""
                metadata: {name: w, ownerReferences: [{kind: Pod, name: wants}]}
                spec: {queueName: gpus}
                status: {conditions: [{type: QuotaReserved, status: 'True'}], admissionChecks: %s}
                """.formatted(checks)));

        var fit = fit("nvidia.com/gpu: 1", "schedulingGates: [{name: kueue.x-k8s.io/admission}]");
        assertThat(fit.headline()).endsWith("Kueue reports: Quota is reserved" + text + ".");
        assertThat(fit.remedies()).as("more quota would not help").isEmpty();
    }

    @Test
    void aGatedPodIsHeldBackAndItsQueueIsHeard() {
        node("a", "", "nvidia.com/gpu: 8");
        told.other("workloads", yaml("""
                metadata: {name: w, ownerReferences: [{kind: Pod, name: wants}]}
                status: {conditions: [{type: QuotaReserved, status: 'False', message: 4 more needed}]}
                """));

        var fit = fit("nvidia.com/gpu: 1", "schedulingGates: [{name: kueue.x-k8s.io/admission}]");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.GATED);
        assertThat(fit.headline()).contains("kueue.x-k8s.io/admission").endsWith("Kueue reports: 4 more needed.");
        assertThat(fit.remedies()).as("its queue takes it away in its turn").isEmpty();

        var fitResult = fit("nvidia.com/gpu: 1", "schedulingGates: [{name: example.com/data}]");
        assertThat(fitResult.outcome()).isEqualTo(FitOutcome.GATED);
        assertThat(fitResult.remedies()).singleElement().satisfies(suggestion -> {
            assertThat(suggestion.text()).startsWith("Remove scheduling gate example.com/data");
            assertThat(suggestion.remedy())
                    .isEqualTo(new SchedulingRemedyChange.RemoveGatesAction(List.of("example.com/data")));
        });
    }

    @Test
    void anOlderWordingOfTheSchedulerIsTheSameAndAnotherCountIsNot() {
        node("a", "taints: [{key: team, value: red, effect: NoSchedule}]", "nvidia.com/gpu: 8");
        var pod = pod("wants", "nvidia.com/gpu: 1", "");

        assertThat(told.fit(pod, "0/1 nodes are available: 1 node(s) had untolerated taint {team: red}. preemption: x.")
                .agreement().kind()).isEqualTo(SchedulerResultComparison.SchedulerComparisonOutcome.SAME);
        var other = told.fit(pod, "0/2 nodes are available: 2 Insufficient nvidia.com/gpu.").agreement();
        assertThat(other.kind()).isEqualTo(SchedulerResultComparison.SchedulerComparisonOutcome.DIFFERENT);
        assertThat(other.text()).contains("The scheduler saw 2 nodes, but the cluster now has 1")
                .contains("The scheduler counts “Insufficient nvidia.com/gpu” on 2 nodes, but Tessera counts it on 0");
    }

    @Test
    void aVolumeThatIsElsewhereKeepsAPodFromANode() {
        node("a", "", "nvidia.com/gpu: 8");
        told.other("persistentvolumeclaims", yaml("""
                metadata: {name: data}
                spec: {volumeName: disk}
                status: {phase: Bound}
                """));
        told.other("persistentvolumes", yaml("""
                metadata: {name: disk}
                spec: {nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [
                  {key: kubernetes.io/hostname, operator: In, values: [b]}]}]}}}
                """));

        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.NEVER);
        assertThat(fit.summary()).contains("1 node(s) didn't match PersistentVolume's node affinity.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "resource.k8s.io/v1      | name: a, attributes: {rank: {int: 1}}          | name: gpu, exactly: {deviceClassName: fast}",
        "resource.k8s.io/v1beta2 | name: a, attributes: {rank: {int: 1}}          | name: gpu, exactly: {deviceClassName: fast}",
        "resource.k8s.io/v1beta1 | name: a, basic: {attributes: {rank: {int: 1}}} | name: gpu, deviceClassName: fast"})
    void claimsAreReadInTheVersionThatTheClusterServes(String version, String device, String request) {
        told.servesClaimsIn(version);
        node("a", "", "nvidia.com/gpu: 8");
        told.other("deviceclasses", yaml("""
                metadata: {name: fast}
                spec: {selectors: [{cel: {expression: "device.attributes['gpu.nvidia.com'].rank == 1"}}]}
                """));
        told.other("resourceslices", yaml("""
                metadata: {name: a-gpus}
                spec: {driver: gpu.nvidia.com, nodeName: a, pool: {name: a, generation: 1, resourceSliceCount: 1},
                  devices: [{%s}]}
                """.formatted(device)));
        told.other("resourceclaimtemplates", yaml("""
                metadata: {namespace: ml, name: one}
                spec: {spec: {devices: {requests: [{%s}]}}}
                """.formatted(request)));
        var claims = "resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]";

        assertThat(fit("cpu: 1", claims).outcome()).isEqualTo(FitOutcome.FITS);
        told.other("resourceclaims", yaml("""
                metadata: {namespace: ml, name: held}
                spec: {devices: {requests: [{%s}]}}
                status: {allocation: {devices: {results: [{driver: gpu.nvidia.com, pool: a, device: a}]}}}
                """.formatted(request)));
        assertThat(fit("cpu: 1", claims).outcome()).isEqualTo(FitOutcome.NOT_NOW);
    }

    private void queued(String message, String clusterQueue) {
        queued(message, "all", clusterQueue);
    }

    private void queued(String message, String name, String clusterQueue) {
        queued(message, name, clusterQueue, "nvidia.com/gpu");
    }

    private void queued(String message, String name, String clusterQueue, String device) {
        node("a", "", "nvidia.com/gpu: 8");
        told.other("workloads", yaml("""
                metadata: {name: w, ownerReferences: [{kind: Pod, name: wants}]}
                spec: {queueName: team, podSets: [{template: {spec: {containers: [{resources: {limits: {%s: 1}}}]}}}]}
                status: {conditions: [{type: QuotaReserved, status: 'False', message: "%s"}]}
                """.formatted(device, message)));
        told.other("clusterqueues", yaml("{metadata: {name: '%s'}, spec: {%s}}".formatted(name, clusterQueue)));
    }

    private PodFitResult gated() {
        return fit("nvidia.com/gpu: 1", "schedulingGates: [{name: kueue.x-k8s.io/admission}]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "insufficient unused quota for nvidia.com/gpu in flavor h100, 4 more needed | '' | Raise the nominalQuota of ClusterQueue all, or wait until other admitted workloads finish.",
        "insufficient quota for nvidia.com/gpu in flavor h100, request (16) > maximum capacity (8) | '' | Raise the nominalQuota of ClusterQueue all.",
        "ClusterQueue all is inactive | stopPolicy: Hold | Set stopPolicy of ClusterQueue all to None, "
                + "so that the queue admits workloads again."})
    void whoWaitsForAQueueIsLedToTheQuotaThatLetsItIn(String message, String queue, String text) {
        queued(message, queue);
        told.other("localqueues", yaml("{metadata: {name: team}, spec: {clusterQueue: all}}"));

        assertThat(gated().remedies()).singleElement().satisfies(suggestion -> {
            assertThat(suggestion.text()).isEqualTo(text);
            assertThat(suggestion.command()).isEqualTo("kubectl edit clusterqueues.kueue.x-k8s.io all");
            assertThat(suggestion.remedy()).isEqualTo(new SchedulingRemedyChange.EditObjectAction(
                    new ObjectRef("kueue.x-k8s.io/v1beta2", "ClusterQueue", "clusterqueues", "", "all")));
        });
    }

    @Test
    void aQueueOfItsNamespaceThatIsStoppedIsToldBeforeAnyQuota() {
        queued("LocalQueue team is inactive", "");
        told.other("localqueues",
                yaml("{metadata: {name: team}, spec: {clusterQueue: all, stopPolicy: HoldAndDrain}}"));

        assertThat(gated().remedies()).singleElement().satisfies(suggestion -> {
            assertThat(suggestion.text())
                    .isEqualTo("Set stopPolicy of LocalQueue team to None, so that the queue admits workloads again.");
            assertThat(suggestion.command()).isEqualTo("kubectl -n ml edit localqueues.kueue.x-k8s.io team");
            assertThat(suggestion.remedy()).isEqualTo(new SchedulingRemedyChange.EditObjectAction(
                    new ObjectRef("kueue.x-k8s.io/v1beta2", "LocalQueue", "localqueues", "ml", "team")));
        });
    }

    @Test
    void aClusterQueueIsProposedForTheDevicesThatTheWorkAsksFor() {
        queued("ClusterQueue ghost doesn't exist", "other", """
                resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: h100,
                  resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}]""", "amd.com/gpu");
        told.other("localqueues", yaml("{metadata: {name: team}, spec: {clusterQueue: ghost}}"));
        told.other("resourceflavors", yaml("{metadata: {name: mi300x}}"));

        assertThat(gated().remedies()).singleElement()
                .satisfies(suggestion -> assertThat(suggestion.remedy())
                        .isInstanceOfSatisfying(SchedulingRemedyChange.CreateObjectAction.class,
                                action -> assertThat(action.manifestYaml())
                                        .contains("name: mi300x", "amd.com/gpu", "name: cpu")
                                        .doesNotContain("nvidia.com/gpu", "h100")));
    }

    @Test
    void aClusterQueueThatIsNotThereIsNamedWithTheQueueThatLeadsToIt() {
        queued("ClusterQueue ghost doesn't exist", "");
        told.other("localqueues", yaml("{metadata: {name: team}, spec: {clusterQueue: ghost}}"));

        assertThat(gated().remedies()).singleElement().satisfies(suggestion -> {
            assertThat(suggestion.text()).contains("the cluster has none");
            assertThat(suggestion.remedy()).as("nothing to make it of")
                    .isInstanceOf(SchedulingRemedyChange.WaitAction.class);
        });

        told.other("resourceflavors", yaml("{metadata: {name: h100}}"));
        assertThat(gated().remedies()).singleElement().satisfies(suggestion -> {
            assertThat(suggestion.text()).startsWith("Create ClusterQueue ghost, which LocalQueue team references, or");
            assertThat(suggestion.remedy()).isInstanceOfSatisfying(SchedulingRemedyChange.CreateObjectAction.class,
                    action -> assertThat(action.manifestYaml()).contains("kind: ClusterQueue", "name: ghost",
                            "name: h100", "name: nvidia.com/gpu"));
        });

        told.other("clusterqueues", yaml("""
                metadata: {name: other}
                spec: {resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: a100,
                  resources: [{name: nvidia.com/gpu, nominalQuota: 8, borrowingLimit: 2}]}]}]}
                """));
        assertThat(gated().remedies()).singleElement()
                .satisfies(suggestion -> assertThat(suggestion.remedy())
                        .isInstanceOfSatisfying(SchedulingRemedyChange.CreateObjectAction.class,
                                action -> assertThat(action.manifestYaml())
                                        .contains("name: a100", "nominalQuota: \"0\"")
                                        .doesNotContain("borrowingLimit", "h100")));
    }

    @Test
    void whatIsNotAMatterOfQuotaIsNotMetWithMoreOfIt() {
        queued("couldn't assign flavors to pod set main: flavor h200 not found", "");
        told.other("localqueues", yaml("{metadata: {name: team}, spec: {clusterQueue: all}}"));

        assertThat(gated().remedies()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "1", "on", "null", "1.5"})
    void aQueueThatIsNotThereCanBeMade(String name) {
        queued("LocalQueue team does not exist", name, "");

        assertThat(gated().remedies()).singleElement().satisfies(suggestion -> {
            assertThat(suggestion.text()).isEqualTo("Create LocalQueue team in namespace ml.");
            assertThat(yaml(((SchedulingRemedyChange.CreateObjectAction) suggestion.remedy()).manifestYaml()))
                    .isEqualTo(
                            yaml("""
                                    {apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: team, namespace: ml},
                                     spec: {clusterQueue: '%s'}}
                                    """
                                    .formatted(name)));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"localqueues", "clusterqueues"})
    void aQueueThatMayNotBeReadIsNotTakenForOneThatIsNotThere(String forbidden) {
        queued("insufficient unused quota for nvidia.com/gpu in flavor h100, 4 more needed", "");
        told.forbids(forbidden);
        if (!forbidden.equals("localqueues")) {
            told.other("localqueues", yaml("{metadata: {name: team}, spec: {clusterQueue: all}}"));
        }

        assertThat(gated().remedies()).isEmpty();
        assertThat(gated().unknownFacts())
                .containsExactly("Cannot tell what would let Kueue admit the workload: You may not read " + forbidden);
    }

    @Test
    void whatAJobsQueueSaysIsToldThoughWhatWouldHelpMayNotBeRead() throws Exception {
        told.other("jobs", yaml("""
                metadata: {name: train, uid: u, labels: {kueue.x-k8s.io/queue-name: team}}
                spec: {suspend: true}
                """));
        told.other("workloads", yaml("""
                metadata: {name: w, ownerReferences: [{kind: Job, name: train, uid: u}]}
                spec: {queueName: team}
                status: {conditions: [{type: QuotaReserved, status: 'False', message: insufficient quota}]}
                """));
        told.forbids("localqueues");

        assertThat(new WorkloadWithoutPodsReader(told, told.snapshot(), Told.NOW).find("ml", "train"))
                .hasValueSatisfying(workload -> {
                    assertThat(workload.detail()).isEqualTo(
                            "Kueue reports: insufficient quota. Cannot tell what would let Kueue admit the workload: You "
                                    + "may not read localqueues.");
                    assertThat(workload.remedy()).isEmpty();
                });
    }

    private List<SchedulingRemedy> mounting(String claim) {
        node("a", "", "nvidia.com/gpu: 8");
        if (!claim.isEmpty()) {
            told.other("persistentvolumeclaims",
                    yaml("{metadata: {namespace: ml, name: data, uid: u%s".formatted(claim)));
        }
        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.REFUSED);
        return fit.remedies();
    }

    @Test
    void aClaimThatIsNotThereCanBeMadeAndOneWithoutAClassBeGivenOne() {
        var missing = mounting("").getFirst();
        assertThat(missing.text()).isEqualTo("Create PVC data with the required size.");
        assertThat(yaml(((SchedulingRemedyChange.CreateObjectAction) missing.remedy()).manifestYaml())
                .at("/spec/resources/requests/storage").asText()).isNotEmpty();
        told.other("persistentvolumeclaims", yaml("{metadata: {namespace: ml, name: datas}, spec: {}}"));
        assertThat(mounting("")).first().satisfies(
                near -> assertThat(near.text()).isEqualTo("If you meant PVC datas, correct claimName in the pods."));

        var classless = mounting("}, spec: {}}").getFirst();
        assertThat(classless.text()).isEqualTo("Set storageClassName in PVC data, which has none.");
        assertThat(classless.remedy()).isEqualTo(new SchedulingRemedyChange.EditObjectAction(
                new ObjectRef("v1", "PersistentVolumeClaim", "persistentvolumeclaims", "ml", "data")));

        assertThat(mounting("}, spec: {storageClassName: ''}}").getFirst().text())
                .startsWith("Create a matching PersistentVolume without a storage class for PVC data");
        var unbound = mounting("}, spec: {storageClassName: archive}}").getFirst();
        assertThat(unbound.command()).isEqualTo("kubectl -n ml describe persistentvolumeclaim data");
        assertThat(mounting(", deletionTimestamp: now}}").getFirst().text())
                .startsWith("Wait until PVC data is deleted");
        assertThat(mounting("")).extracting(SchedulingRemedy::text).contains("Or mount another PVC in the pods.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            other    | capacity: {storage: 9Ti}                                     | references a volume that does not exist | Create the PersistentVolume that PVC data references
            imagenet | capacity: {storage: 9Ti}, claimRef: {namespace: ml, name: old} | references a volume that is reserved for another PVC | Recreate PVC data with an Available volume
            imagenet | capacity: {storage: 1Gi}                                     | references a volume with another size, storage class or mode | Recreate PVC data to match its volume
            imagenet | capacity: {storage: 9Ti}                                     | is not bound to a volume yet | Check why PVC data is not bound to a volume
            """)
    void aClaimThatNamesAVolumeThatItCannotHaveIsToldSo(String volume, String spec, String reason, String help) {
        node("a", "", "nvidia.com/gpu: 8");
        told.other("persistentvolumes",
                yaml("{metadata: {name: %s}, spec: {accessModes: [ReadWriteMany], %s}}".formatted(volume, spec)));
        told.other("persistentvolumeclaims",
                yaml("{metadata: {namespace: ml, name: data, uid: u}, "
                        + "spec: {accessModes: [ReadWriteMany], storageClassName: '', volumeName: imagenet, "
                        + "resources: {requests: {storage: 1Ti}}}}"));
        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.headline()).contains("PVC data " + reason);
        assertThat(fit.remedies().getFirst().text()).startsWith(help);
    }

    @Test
    void aClaimThatOnlyStandsInAManifestIsNotEditedInTheCluster() {
        node("a", "", "nvidia.com/gpu: 8");
        told.other("persistentvolumeclaims", yaml("{metadata: {namespace: ml, name: data}, spec: {}}"));

        var fit = fit("nvidia.com/gpu: 1", "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.REFUSED);
        assertThat(fit.remedies()).singleElement().satisfies(suggestion -> {
            assertThat(suggestion.text()).isEqualTo(
                    "In the manifest, set storageClassName of PVC data to a storage class that provisions volumes.");
            assertThat(suggestion.command()).isEmpty();
            assertThat(suggestion.remedy()).isEqualTo(new SchedulingRemedyChange.ChangeResourceRequestAction());
        });
    }

    @Test
    void aTemplateOrClassOfDevicesThatIsNotThereCanBeMade() {
        node("a", "", "nvidia.com/gpu: 8");
        told.other("deviceclasses", yaml("{metadata: {name: fast}, spec: {}}"));
        var missing = fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]").remedies();
        assertThat(yaml(((SchedulingRemedyChange.CreateObjectAction) missing.getFirst().remedy()).manifestYaml()))
                .isEqualTo(
                        yaml("""
                                {apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: one, namespace: ml},
                                 spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: fast}}]}}}}
                                """));
        var claim = fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimName: mine}]").remedies();
        assertThat(((SchedulingRemedyChange.CreateObjectAction) claim.getFirst().remedy()).object().kind())
                .isEqualTo("ResourceClaim");

        told.other("resourceclaimtemplates", yaml("""
                metadata: {namespace: ml, name: one}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: slow.example.com}}]}}}
                """));
        var unclassed = fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]").remedies();
        assertThat(unclassed).extracting(SchedulingRemedy::text).containsExactly(
                "Create DeviceClass slow.example.com, which the ResourceClaim references.",
                "Or use another ResourceClaim in the pods.");
        assertThat(unclassed.getFirst().remedy()).as("no driver publishes devices")
                .isInstanceOf(SchedulingRemedyChange.ChangeResourceRequestAction.class);
        told.other("resourceslices", yaml("""
                metadata: {name: a-gpus}
                spec: {driver: slow.example.com, nodeName: a, pool: {name: a, generation: 1, resourceSliceCount: 1},
                  devices: [{name: one}]}
                """));
        var driven = fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]").remedies();
        assertThat(yaml(((SchedulingRemedyChange.CreateObjectAction) driven.getFirst().remedy()).manifestYaml()))
                .isEqualTo(yaml("""
                        {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: slow.example.com},
                         spec: {selectors: [{cel: {expression: 'device.driver == "slow.example.com"'}}]}}
                        """));
    }

    @Test
    void whoHoldsTheDevicesThatAPodClaimsCanBeAskedToGo() {
        node("a", "", "nvidia.com/gpu: 8");
        told.other("deviceclasses", yaml("{metadata: {name: fast}, spec: {}}"));
        told.other("resourceslices", yaml("""
                metadata: {name: a-gpus}
                spec: {driver: d, nodeName: a, pool: {name: a, generation: 1, resourceSliceCount: 1},
                  devices: [{name: one}, {name: two}]}
                """));
        told.other("resourceclaimtemplates", yaml("""
                metadata: {namespace: ml, name: both}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: fast, count: 2}}]}}}
                """));
        for (var device : List.of("one", "two")) {
            runs("holder-" + device, "a", "cpu: 1");
            told.other("resourceclaims",
                    yaml("""
                            metadata: {namespace: ml, name: %s}
                            spec: {devices: {requests: []}}
                            status:
                              allocation:
                                nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [a]}]}]}
                                devices: {results: [{driver: d, pool: a, device: %s}]}
                              reservedFor: [{resource: pods, name: holder-%s, uid: u}]
                            """
                            .formatted(device, device, device)));
        }

        assertThat(fit("cpu: 1", "resourceClaims: [{name: gpu, resourceClaimTemplateName: both}]").remedies())
                .extracting(SchedulingRemedy::remedy).containsExactly(
                        new SchedulingRemedyChange.EndNodePodsAction("a", List.of("ml/holder-one", "ml/holder-two")));
    }

    private void says(String time, String reason, String message, String who) {
        told.other("events", yaml("""
                metadata: {name: e}
                reason: %s
                message: "%s"
                source: {component: %s}
                lastTimestamp: '2026-11-22T%s:00Z'
                involvedObject: {kind: Pod, name: wants, uid: uid-wants}
                """.formatted(reason, message, who, time)));
    }

    @Test
    void whatAnAutoscalerSaidLongAgoIsToldWithItsAgeAndNotWaitedFor() {
        node("a", "", "nvidia.com/gpu: 8");
        runs("holder", "a", "nvidia.com/gpu: 8");
        says("13:10", "TriggeredScaleUp", "pod triggered scale-up", "cluster-autoscaler");

        var fit = fit("nvidia.com/gpu: 1", "");
        assertThat(fit.headline()).endsWith(". The autoscaler reported 50 min ago: pod triggered scale-up.");
        says("13:10", "FailedScaleUp", "GCE quota exceeded", "cluster-autoscaler");
        assertThat(fit("nvidia.com/gpu: 1", "").headline())
                .as("the end of an attempt, noted in the second of its start").endsWith(
                        ". The autoscaler did not add a node (50 min ago). The cloud quota allows no more machines of "
                                + "this type. The autoscaler reported: GCE quota exceeded.");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .containsExactly("Wait until ml/holder on a finishes, or evict it.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "TriggeredScaleUp  | pod triggered scale-up: [{gpus 1->2 (max: 3)}] | cluster-autoscaler | '' | Wait. An autoscaler is adding a node for the pod",
        "Nominated         | Pod should schedule on: nodeclaim/gpus         | karpenter          | '' | Wait. An autoscaler is adding a node for the pod",
        "NotTriggerScaleUp | pod didn't trigger scale-up: 1 max node group size reached, 1 Insufficient cpu | cluster-autoscaler | A node group is at its maximum size | Raise the maximum size",
        "NotTriggerScaleUp | pod didn't trigger scale-up: 1 in backoff after failed scale-up | "
                + "cluster-autoscaler | A scale-up of a node group failed, and the autoscaler is waiting before "
                + "it retries | Wait for the retry, or check with the cloud provider why",
        "FailedScaleUp     | Node scale up in zones europe-west4-a associated with this pod failed: GCE quota exceeded. Pod is at risk of not being scheduled. | cluster-autoscaler | The cloud quota allows no more machines of this type | Ask the cloud provider for a higher quota",
        "FailedScaleUp     | Node scale up in zones europe-west4-a associated with this pod failed: GCE "
                + "out of resources. Pod is at risk of not being scheduled. | cluster-autoscaler | The cloud "
                + "provider currently has no capacity for this machine type in the zone or region | Wait, or "
                + "allow node groups in other zones",
        "NotTriggerScaleUp | pod didn't trigger scale-up: 2 max cluster cpu, memory limit reached | cluster-autoscaler | The autoscaler’s limit for the whole cluster is reached | Raise the autoscaler’s cluster limits",
        "NotTriggerScaleUp | pod didn't trigger scale-up: 1 not ready for scale-up | cluster-autoscaler | The node groups are not ready to scale up | Check the autoscaler’s log and the node groups",
        "FailedScaleUp     | failed to increase node group size: InsufficientInstanceCapacity | "
                + "cluster-autoscaler | The cloud provider currently has no capacity for this machine type in the "
                + "zone or region | Wait, or allow node groups in other zones",
        "FailedScaleUp     | Node scale up failed: IP space exhausted | cluster-autoscaler | The nodes’ subnet has no free IP addresses | Enlarge the cluster’s subnet",
        "FailedScheduling  | Failed to schedule pod, all available instance types exceed limits for nodepool (NodePool=gpus) | karpenter | The NodePool has reached its limits | Raise the NodePool’s limits",
        "FailedScheduling  | Failed to schedule pod, did not tolerate taint (taint=CriticalAddonsOnly:NoSchedule); no instance type has enough resources, requirements=karpenter.sh/nodepool In [gpu] | karpenter | No instance type of the NodePools is large enough | Allow larger instance types in a NodePool",
        "FailedScheduling  | Failed to schedule pod, incompatible requirements, key zone, zone In [b] not in zone In [a] | karpenter | No NodePool creates nodes with the labels that the pod selects | Compare the pod’s selectors",
        "FailedScheduling  | Failed to schedule pod, did not tolerate taint (taint=team=red:NoSchedule) | karpenter | The NodePools create nodes with taints that the pod does not tolerate | Add a toleration for the taints of the intended NodePool"})
    void whatAnAutoscalerSaysIsHeardAndSaidInPlainWords(String reason, String message, String who, String means,
            String text) {
        node("a", "", "nvidia.com/gpu: 8");
        runs("holder", "a", "nvidia.com/gpu: 8");
        says("13:59", reason, message, who);

        var fit = fit("nvidia.com/gpu: 1", "");
        assertThat(fit.headline()).endsWith(means.isEmpty() ? ". The autoscaler reports: " + message + "."
                : ". The autoscaler does not add a node. %s. The autoscaler reports: %s.".formatted(means,
                        ForeignTextSanitizer.withoutFullStop(message)));
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).satisfiesExactly(
                first -> assertThat(first).isEqualTo("Wait until ml/holder on a finishes, or evict it."),
                last -> assertThat(last).startsWith(text));
    }

    @Test
    void aNodeThatKarpenterCouldNotLaunchIsNotWaitedFor() {
        node("a", "", "nvidia.com/gpu: 8");
        runs("holder", "a", "nvidia.com/gpu: 8");
        says("13:59", "Nominated", "Pod should schedule on: nodeclaim/gpus-x7k", "karpenter");
        told.other("nodeclaims",
                yaml("""
                        metadata: {name: gpus-x7k}
                        status: {conditions: [{type: Launched, status: 'False', reason: InsufficientCapacityError, message: no p5 left in eu-1a}]}
                        """));

        var fit = fit("nvidia.com/gpu: 1", "");
        assertThat(fit.headline())
                .endsWith(". The autoscaler does not add a node. The cloud provider currently has no capacity for this "
                        + "machine type in the zone or region. The autoscaler reports: Pod should schedule on: "
                        + "nodeclaim/gpus-x7k. The machine could not be launched: InsufficientCapacityError: no p5 left "
                        + "in eu-1a.");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::command)
                .contains("kubectl describe nodeclaims gpus-x7k");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .noneMatch(text -> text.startsWith("Wait: an auto"));
    }

    @Test
    void namesOfOthersAreQuotedInCommands() {
        node("a$(id)", "unschedulable: true", "nvidia.com/gpu: 8");
        node("b", "", "nvidia.com/gpu: 8");
        runs("holder;id", "b", "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", "").remedies()).extracting(SchedulingRemedy::command)
                .contains("tessera plan uncordon 'a$(id)'", "tessera plan evict 'ml/holder;id'");
    }

    @Test
    void aMachineThatWasLaunchedLongAgoAndDoesNotJoinIsNotOnItsWay() {
        node("a", "", "cpu: 8");
        says("13:59", "Nominated", "Pod should schedule on: nodeclaim/gpus-x7k", "karpenter");
        told.other("nodeclaims", yaml("""
                metadata: {name: gpus-x7k}
                status: {conditions: [{type: Launched, status: 'True', lastTransitionTime: '2026-11-22T13:30:00Z'},
                  {type: Initialized, status: Unknown, reason: NodeNotFound, message: Node not registered with cluster,
                  lastTransitionTime: '2026-11-22T13:00:00Z'}]}
                """));

        var fit = fit("nvidia.com/gpu: 1", "");
        assertThat(fit.headline())
                .startsWith("No node advertises nvidia.com/gpu. Karpenter launched a machine 30 min ago ")
                .endsWith("(NodeClaim gpus-x7k), but the machine has not joined the cluster: NodeNotFound: Node not "
                        + "registered with cluster.");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::command)
                .contains("kubectl describe nodeclaims gpus-x7k");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).noneMatch(text -> text.startsWith("Wait"));
    }

    @Test
    void aMachineThatKarpenterHasNotLaunchedIsNotSaidToBe() {
        node("a", "", "cpu: 8");
        says("13:59", "Nominated", "Pod should schedule on: nodeclaim/gpus-x7k", "karpenter");
        told.other("nodeclaims", yaml("""
                metadata: {name: gpus-x7k}
                status: {conditions: [{type: Launched, status: Unknown, reason: AwaitingReconciliation,
                  message: object is awaiting reconciliation, lastTransitionTime: '2026-11-22T13:40:00Z'}]}
                """));

        var fit = fit("nvidia.com/gpu: 1", "");
        assertThat(fit.headline())
                .isEqualTo("No node advertises nvidia.com/gpu. Karpenter requested a machine 20 min ago (NodeClaim "
                        + "gpus-x7k), but the machine has not been launched: AwaitingReconciliation: object is awaiting "
                        + "reconciliation.");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).contains(
                "Check why the machine of NodeClaim gpus-x7k has not been launched, or delete the NodeClaim.");
    }

    @Test
    void aNodeOfKarpenterJoinedWhenItWasRegistered() {
        node("a", "", "cpu: 8");
        says("13:59", "Nominated", "Pod should schedule on: nodeclaim/gpus-x7k, node/a", "karpenter");
        told.other("nodeclaims",
                yaml("""
                        metadata: {name: gpus-x7k}
                        status: {nodeName: a, conditions: [{type: Launched, status: 'True', lastTransitionTime: '2026-11-22T13:20:00Z'},
                          {type: Registered, status: 'True', lastTransitionTime: '2026-11-22T13:40:00Z'},
                          {type: Initialized, status: Unknown, reason: ResourceNotRegistered,
                          message: 'Resource "nvidia.com/gpu" was requested but not registered',
                          lastTransitionTime: '2026-11-22T13:00:00Z'}]}
                        """));

        assertThat(fit("nvidia.com/gpu: 1", "").headline()).contains(
                "Karpenter nominated a (NodeClaim gpus-x7k), which joined the cluster 20 min ago but does not "
                        + "advertise nvidia.com/gpu");
    }

    @Test
    void aNodeThatDoesNotAnswerAndWhosePodsEndIsToBeRepaired() {
        var lost = node("lost", "taints: [{key: node.kubernetes.io/unreachable, effect: NoSchedule}]",
                "nvidia.com/gpu: 8");
        lost.withObject("/status").put("ready", "Unknown");
        var holder = (ObjectNode) pod("holder", "nvidia.com/gpu: 8", "nodeName: lost");
        told.pod(holder);
        assertThat(fit("nvidia.com/gpu: 1", "").remedies()).extracting(SchedulingRemedy::text)
                .as("a pod that is not to end").noneMatch(text -> text.startsWith("Repair "));

        holder.withObject("/metadata").put("deletionTimestamp", "2026-11-22T13:55:00Z");
        assertThat(fit("nvidia.com/gpu: 1", "").remedies()).first().satisfies(remedy -> {
            assertThat(remedy.text()).startsWith(
                    "Repair lost, whose kubelet does not report. Until then, ml/holder there stays in Terminating "
                            + "and blocks what the pod requests. Only if the machine is certainly off")
                    .contains("node.kubernetes.io/out-of-service=nodeshutdown:NoExecute");
            assertThat(remedy.command()).isEqualTo("tessera doctor --node lost");
        });
        assertThat(fit("nvidia.com/gpu: 16", "").remedies()).extracting(SchedulingRemedy::text)
                .as("more than it ever had").noneMatch(text -> text.startsWith("Repair "));
    }

    @Test
    void aPodGroupThatMayNotBeReadDoesNotHideWhatIsSaidOfThePod() {
        node("a", "", "nvidia.com/gpu: 8");
        says("13:59", "NotEnoughResources", "queue gpus is full", "volcano");
        told.forbids("podgroups");
        var wants = (ObjectNode) pod("wants", "nvidia.com/gpu: 1", "schedulerName: volcano");
        wants.withObject("/metadata").withObject("/annotations").put("scheduling.k8s.io/group-name", "gang");

        var fit = told.fit(wants, "");
        assertThat(fit.headline()).contains("queue gpus is full");
        assertThat(fit.unknownFacts())
                .contains("The messages of the PodGroup could not be read: You may not read podgroups");
    }

    @Test
    void whatHelpsAtOnceStandsBeforeMoreNodesAndWhatHarmsNobodyBeforeWhatDoes() {
        node("cordoned", "unschedulable: true", "nvidia.com/gpu: 8");
        node("tainted", "taints: [{key: team, value: red, effect: NoSchedule}]", "nvidia.com/gpu: 8");
        node("held", "", "nvidia.com/gpu: 8");
        runs("holder", "held", "nvidia.com/gpu: 8");
        node("leaving", "", "nvidia.com/gpu: 8");
        var leaver = (ObjectNode) pod("leaver", "nvidia.com/gpu: 8", "nodeName: leaving");
        leaver.withObject("metadata").put("deletionTimestamp", "2026-11-22T13:59:50Z");
        told.pod(leaver);
        says("13:59", "NotTriggerScaleUp", "pod didn't trigger scale-up: 1 max node group size reached",
                "cluster-autoscaler");

        assertThat(fit("nvidia.com/gpu: 1", "").remedies()).extracting(SchedulingRemedy::text).satisfiesExactly(
                each -> assertThat(each).startsWith("Uncordon cordoned"),
                each -> assertThat(each).startsWith("Add a toleration for team=red:NoSchedule"),
                each -> assertThat(each).startsWith("Or remove taint team=red:NoSchedule from tainted"),
                each -> assertThat(each).startsWith("Wait until ml/leaver on leaving has"),
                each -> assertThat(each).startsWith("Wait until ml/holder on held finishes, or evict it"),
                each -> assertThat(each).startsWith("Raise the maximum size"));
    }

    @Test
    void whatThePodItselfCouldAskForStandsBeforeMoreNodes() {
        node("a", "", "nvidia.com/gpu: 8");
        says("13:59", "NotTriggerScaleUp", "pod didn't trigger scale-up: 1 max node group size reached",
                "cluster-autoscaler");

        assertThat(fit("nvidia.com/gpu: 9", "").remedies()).extracting(SchedulingRemedy::text).satisfiesExactly(
                each -> assertThat(each).startsWith("Request at most 8 × nvidia.com/gpu per pod"),
                each -> assertThat(each).startsWith("Raise the maximum size"));
    }

    @Test
    void whatTheSchedulerSaysIsNoWordOfAnAutoscaler() {
        node("a", "", "nvidia.com/gpu: 8");
        runs("holder", "a", "nvidia.com/gpu: 8");
        told.other("events", yaml("""
                metadata: {name: e}
                reason: FailedScheduling
                message: no
                source: {component: default-scheduler}
                involvedObject: {kind: Pod, name: wants, uid: uid-wants}
                """));
        assertThat(fit("nvidia.com/gpu: 1", "").headline()).doesNotContainIgnoringCase("autoscaler");
    }
}
