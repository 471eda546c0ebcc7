package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.quota.QuotaTableRow.QuotaOwnerKind;
import tessera.quota.QuotaTableRow.QuotaRowStatus;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.PredictedPodPlacement.KueueAdmissionForecast;
import tessera.text.Reason;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

/** What a namespace may take is told as the server counts it, and what is not known is never told as a number. */
class QuotaTableBuilderTest {

    private static final String GPU = "nvidia.com/gpu";

    private final Shelf shelf = new Shelf();
    private final Sample cluster = new Sample().with(Sample.node("a").nvidia("NVIDIA-L4", 8).has(GPU, 8))
            .with(Sample.node("b").nvidia("NVIDIA-L4", 4).has(GPU, 4).cordoned());

    /** Objects that are read, and namespaces in which they may not be. */
    private static final class Shelf implements ClusterObjectSource {

        private final List<JsonNode> objects = new ArrayList<>();
        private final Set<String> closed = new HashSet<>();
        private boolean cut;

        void put(String yaml) {
            try {
                objects.add(new YAMLMapper().readTree(yaml));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** @param namespace empty for the whole cluster at once */
        void close(String namespace) {
            closed.add(namespace);
        }

        @Override
        public Optional<JsonNode> find(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) throws ProblemException {
            if (closed.contains(kind.namespace())
                    && (kind.apiVersion().equals("v1") || kind.kind().equals("LocalQueue"))) {
                throw new ProblemException(Problem.of(OperationProblemKind.FORBIDDEN, "You may not list "
                        + kind.resource() + (kind.namespace().isEmpty() ? "" : " in " + kind.namespace())));
            }
            var those = objects
                    .stream().filter(
                            element -> element.path("kind").asText().equals(kind.kind())
                                    && element.path("apiVersion").asText().equals(kind.apiVersion())
                                    && (kind.namespace().isEmpty()
                                            || element.at("/metadata/namespace").asText().equals(kind.namespace())))
                    .toList();
            those.forEach(reader);
            return !cut && (kind.apiVersion().equals("v1") || !those.isEmpty());
        }
    }

    private void quota(String namespace, String name, String spec, String status) {
        shelf.put("""
                {apiVersion: v1, kind: ResourceQuota, metadata: {namespace: %s, name: %s}, spec: {%s}, status: {%s}}
                """.formatted(namespace, name, spec, status));
    }

    private List<QuotaTableRow> lines() {
        ClusterSnapshot clusterSnapshot = cluster.snapshot();
        try {
            return QuotaTableBuilder.buildLines(
                    new QuotaReader(shelf, AcceleratorCatalog.standard())
                            .read(QuotaTableBuilder.visibleNamespaces(clusterSnapshot)),
                    clusterSnapshot, AcceleratorCatalog.standard());
        } catch (ProblemException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private QuotaTableRow only() {
        assertThat(lines()).hasSize(1);
        return lines().getFirst();
    }

    private static OptionalLong of(long number) {
        return OptionalLong.of(number);
    }

    @Test
    void whatCanStartIsTheLeastOfWhatQuotasLeaveAndOfWhatIsFreeOnNodesThatTakePods() {
        quota("ml", "team", "hard: {requests.nvidia.com/gpu: '16'}",
                "hard: {requests.nvidia.com/gpu: '16'}, used: {requests.nvidia.com/gpu: '5'}");
        cluster.pod("ml/train", "a", GPU, 5);

        var tableRow = only();
        assertThat(tableRow.left()).isEqualTo(of(11));
        assertThat(tableRow.nodeCapacity().orElseThrow().free()).as("of a cordoned node nothing is free").isEqualTo(3);
        assertThat(tableRow.startable()).isEqualTo(of(3));
        assertThat(tableRow.status()).isEqualTo(QuotaRowStatus.OPEN);

        quota("ml", "tight", "hard: {requests.nvidia.com/gpu: '6'}",
                "hard: {requests.nvidia.com/gpu: '6'}, used: {requests.nvidia.com/gpu: '5'}");
        assertThat(lines()).extracting(QuotaTableRow::startable).containsExactly(of(1), of(1));
    }

    @Test
    void keysThatTheServerAcceptsAndNeverCountsLimitNothing() {
        quota("ml", "team", "hard: {limits.nvidia.com/gpu: '2', nvidia.com/gpu: '2', pods: '5'}",
                "hard: {limits.nvidia.com/gpu: '2', nvidia.com/gpu: '2', pods: '5'}, used: {pods: '0'}");

        assertThat(lines()).extracting(QuotaTableRow::status).containsExactly(QuotaRowStatus.LIMITS_NOTHING,
                QuotaRowStatus.LIMITS_NOTHING);
        assertThat(lines().getFirst().note()).contains("only requests.nvidia.com/gpu is counted");
        assertThat(lines()).extracting(QuotaTableRow::left, QuotaTableRow::used)
                .containsOnly(tuple(OptionalLong.empty(), OptionalLong.empty()));
    }

    @Test
    void aStatusThatLagsOrIsNotThereIsSaidAndNeverZero() {
        quota("ml", "changed", "hard: {requests.nvidia.com/gpu: '8'}",
                "hard: {requests.nvidia.com/gpu: '4'}, used: {requests.nvidia.com/gpu: '4'}");
        quota("new", "made", "hard: {requests.nvidia.com/gpu: '8'}", "");

        assertThat(lines()).extracting(QuotaTableRow::status).containsExactly(QuotaRowStatus.BEHIND,
                QuotaRowStatus.NOT_COUNTED);
        assertThat(lines().getFirst().note()).isEqualTo("The API server still enforces the previous limit 4");
        assertThat(lines().getLast().used()).isEmpty();
        assertThat(lines().getLast().startable()).isEmpty();
    }

    @Test
    void theSameAmountWrittenInAnotherWayIsNoLag() {
        quota("ml", "team", "hard: {requests.nvidia.com/gpu: 1k}",
                "hard: {requests.nvidia.com/gpu: '1000'}, used: {requests.nvidia.com/gpu: '900'}");

        assertThat(only().status()).isEqualTo(QuotaRowStatus.NEARLY_FULL);
    }

    @Test
    void aLimitThatCameAfterThePodsIsExceededAndLeavesNothing() {
        quota("ml", "team", "hard: {requests.nvidia.com/gpu: '2'}",
                "hard: {requests.nvidia.com/gpu: '2'}, used: {requests.nvidia.com/gpu: '5'}");

        assertThat(only().status()).isEqualTo(QuotaRowStatus.EXCEEDED);
        assertThat(only().left()).isEqualTo(of(0));
    }

    @Test
    void podsThatNoQuotaCountsAreTold() {
        cluster.pod("free/train", "a", GPU, 2).waiting("free/next", GPU, 4, null).finished("free/old", "a", GPU, 1);

        var tableRow = only();
        assertThat(tableRow.status()).isEqualTo(QuotaRowStatus.UNLIMITED);
        assertThat(tableRow.used()).as("those that wait or ended use nothing").isEqualTo(of(2));
        assertThat(tableRow.note()).isEqualTo("Pending pods request 4 more");
        assertThat(tableRow.hard()).isEmpty();
    }

    @Test
    void quotasThatMayNotBeReadAreUnknownWithTheReasonAndNotAbsent() {
        cluster.pod("mine/train", "a", GPU, 2).pod("theirs/train", "a", GPU, 1).seenIn("mine", "theirs");
        quota("mine", "team", "hard: {requests.nvidia.com/gpu: '4'}",
                "hard: {requests.nvidia.com/gpu: '4'}, used: {requests.nvidia.com/gpu: '2'}");
        shelf.close("");
        shelf.close("theirs");

        assertThat(lines()).extracting(QuotaTableRow::owner, QuotaTableRow::status)
                .containsExactly(tuple("mine", QuotaRowStatus.OPEN), tuple("theirs", QuotaRowStatus.UNKNOWN));
        assertThat(lines().getLast().note()).isEqualTo("You may not list resourcequotas in theirs");
        assertThat(lines().getFirst().nodeCapacity().orElseThrow().complete()).as("other pods may hold some").isFalse();
    }

    @Test
    void aQueueOfKueueTellsWhatIsItsOwnAndWhatItBorrowed() {
        shelf.put("""
                apiVersion: kueue.x-k8s.io/v1beta1
                kind: ClusterQueue
                metadata: {name: speech}
                spec:
                  cohort: gpus
                  resourceGroups:
                  - coveredResources: [nvidia.com/gpu, cpu]
                    flavors:
                    - name: h100
                      resources: [{name: nvidia.com/gpu, nominalQuota: 8}, {name: cpu, nominalQuota: 80}]
                status:
                  pendingWorkloads: 2
                  flavorsUsage: [{name: h100, resources: [{name: nvidia.com/gpu, total: '10', borrowed: '2'}]}]
                """);

        var tableRow = only();
        assertThat(tableRow.ownerKind()).isEqualTo(QuotaOwnerKind.QUEUE);
        assertThat(tableRow.used()).isEqualTo(of(10));
        assertThat(tableRow.hard()).isEqualTo(of(8));
        assertThat(tableRow.borrowed()).isEqualTo(of(2));
        assertThat(tableRow.note()).isEqualTo("2 borrowed from cohort gpus. 2 workloads are pending");
    }

    @Test
    void quotaThatIsReservedIsNotLeftThoughNothingOfItHasStarted() {
        shelf.put("""
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: speech}
                spec:
                  resourceGroups:
                  - coveredResources: [nvidia.com/gpu]
                    flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 16}]}]
                status:
                  flavorsReservation: [{name: h100, resources: [{name: nvidia.com/gpu, total: '8', borrowed: '0'}]}]
                  flavorsUsage: [{name: h100, resources: [{name: nvidia.com/gpu, total: '0', borrowed: '0'}]}]
                """);

        assertThat(only().used()).isEqualTo(of(8));
    }

    @Test
    void aQueueThatLetsNothingInIsNotSaidToHaveRoom() throws Exception {
        var open = """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: speech}
                spec:
                  stopPolicy: %s
                  resourceGroups:
                  - coveredResources: [nvidia.com/gpu]
                    flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]
                status:
                  conditions: [{type: Active, status: '%s', message: references missing ResourceFlavor(s) h100.}]
                  flavorsUsage: [{name: h100, resources: [{name: nvidia.com/gpu, total: '2'}]}]
                """;
        var way = "{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: gpus, namespace: ml}, spec: {clusterQueue: speech%s}}";
        shelf.put(way.formatted(""));
        shelf.put(open.formatted("Hold", "True"));
        assertThat(only().status()).isEqualTo(QuotaRowStatus.CLOSED);
        assertThat(only().note()).isEqualTo("The queue is stopped (stopPolicy Hold)");
        assertThat(room()).isEqualTo(new KueueAdmissionForecast(
                "ClusterQueue speech admits no workloads. The queue is stopped (stopPolicy Hold).",
                KueueAdmissionForecast.KueueAdmissionVerdict.HOLDS));

        shelf.objects.removeLast();
        shelf.put(open.formatted("None", "False"));
        assertThat(only().note()).isEqualTo("The queue is inactive: references missing ResourceFlavor(s) h100");
        assertThat(room().verdict()).isEqualTo(KueueAdmissionForecast.KueueAdmissionVerdict.HOLDS);

        shelf.objects.clear();
        shelf.put(way.formatted(", stopPolicy: HoldAndDrain"));
        shelf.put(open.formatted("None", "True"));
        assertThat(only().status()).as("others may lead to it").isEqualTo(QuotaRowStatus.OPEN);
        assertThat(room().text()).isEqualTo(
                "LocalQueue gpus in ml admits no workloads. The queue is stopped (stopPolicy HoldAndDrain).");
    }

    private KueueAdmissionForecast room() throws Exception {
        return KueueQueues.read(shelf, List.of("ml")).checkRequest("ml", "gpus", GPU, 1);
    }

    private void queue(String name, int nominal, int used, int borrowed) {
        shelf.put("""
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: %s}
                spec:
                  cohortName: gpus
                  resourceGroups:
                  - coveredResources: [nvidia.com/gpu]
                    flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: %d}]}]
                status:
                  flavorsUsage: [{name: h100, resources: [{name: nvidia.com/gpu, total: '%d', borrowed: '%d'}]}]
                """.formatted(name, nominal, used, borrowed));
    }

    @Test
    void aQueueIsToldWhatIsFreeOnTheNodesOfItsFlavorAlone() {
        queue("batch", 8, 2, 0);
        cluster.with(Sample.node("h").label("kind", "h100").has(GPU, 4).taint("kept", "research", "NoSchedule"))
                .with(Sample.node("i").label("kind", "h100").has(GPU, 2).taint(GPU, "", "NoSchedule"));
        assertThat(lines().getFirst().nodeCapacity()).as("its flavor is not seen").isEmpty();
        assertThat(lines().getFirst().status()).isEqualTo(QuotaRowStatus.OPEN);
        assertThat(lines().getFirst().isRoomUnknown()).isTrue();

        flavor("nodeLabels: {kind: h300}");
        assertThat(lines().getFirst().status()).as("what it lets in has nowhere to go")
                .isEqualTo(QuotaRowStatus.NOWHERE);
        assertThat(lines().getFirst().note()).startsWith("No node of ResourceFlavor h100 currently has the resource. ");
        shelf.objects.removeLast();
        flavor("nodeLabels: {kind: h100}");
        var capacity = lines().getFirst().nodeCapacity().orElseThrow();
        assertThat(capacity.free()).as("what every pod with GPUs tolerates is no matter").isEqualTo(2);
        assertThat(capacity.tainted()).isEqualTo(4);
        assertThat(capacity.all()).isEqualTo(6);

        shelf.objects.removeLast();
        flavor("nodeLabels: {kind: h100}, tolerations: [{key: kept, operator: Exists}]");
        assertThat(lines().getFirst().nodeCapacity().orElseThrow().free()).as("its pods tolerate it").isEqualTo(6);
        shelf.objects.removeLast();
        flavor("nodeLabels: {kind: h100}, nodeTaints: [{key: kept, value: research, effect: NoSchedule}]");
        assertThat(lines().getFirst().nodeCapacity().orElseThrow().free()).as("who is let in tolerates it")
                .isEqualTo(6);
    }

    private void flavor(String spec) {
        shelf.put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: h100}, spec: {%s}}"
                .formatted(spec));
    }

    @Test
    void whatIsFreeOnNodesThatAreKeptForOthersIsToldApart() {
        cluster.with(Sample.node("kept").has(GPU, 6).taint("dedicated", "others", "NoSchedule"))
                .with(Sample.node("usual").has(GPU, 2).taint(GPU, "present", "NoSchedule"));
        quota("ml", "team", "hard: {requests.nvidia.com/gpu: '16'}",
                "hard: {requests.nvidia.com/gpu: '16'}, used: {requests.nvidia.com/gpu: '0'}");

        assertThat(only().startable()).isEqualTo(of(10));
        assertThat(only().nodeCapacity().orElseThrow().taintedText()).startsWith("6 more free on nodes with taints");
    }

    @ParameterizedTest
    @CsvSource({"pods, 3, 3, true", "requests.cpu, 2, 2000m, true", "requests.memory, 8Gi, 8Gi, true",
        "pods, 3, 2, false", "count/jobs.batch, 3, 3, false"})
    void whereAQuotaLeavesNoPodOrProcessorNoDeviceCanStartEither(String key, String hard, String used, boolean spent) {
        quota("ml", "team", "hard: {requests.nvidia.com/gpu: '16'}",
                "hard: {requests.nvidia.com/gpu: '16'}, used: {requests.nvidia.com/gpu: '5'}");
        quota("ml", "pods", "hard: {%s: '%s'}".formatted(key, hard),
                "hard: {%1$s: '%2$s'}, used: {%1$s: '%3$s'}".formatted(key, hard, used));

        assertThat(only().left()).isEqualTo(of(11));
        assertThat(only().startable()).isEqualTo(of(spent ? 0 : 8));
        assertThat(only().status()).isEqualTo(spent ? QuotaRowStatus.FULL : QuotaRowStatus.OPEN);
        assertThat(only().note()).isEqualTo(spent ? "ResourceQuota pods has no %s left (%s)".formatted(key, hard) : "");
    }

    @Test
    void whereNodesMayNotBeSeenNothingIsSaidOfWhatIsFree() {
        quota("ml", "team", "hard: {requests.nvidia.com/gpu: '16'}",
                "hard: {requests.nvidia.com/gpu: '16'}, used: {requests.nvidia.com/gpu: '5'}");
        cluster.forbidden();

        assertThat(only().left()).isEqualTo(of(11));
        assertThat(only().nodeCapacity()).isEmpty();
        assertThat(only().startable()).isEmpty();
        assertThat(only().isRoomUnknown()).isTrue();
    }

    @Test
    void whatAQueueHasLentIsNotLeftToIt() {
        queue("batch", 8, 2, 0);
        queue("speech", 4, 9, 5);

        var batch = lines().getFirst();
        assertThat(batch.left()).as("12 in the cohort, 11 in use").isEqualTo(of(1));
        assertThat(batch.note()).isEqualTo("5 lent to others. The queue cannot borrow anything from cohort gpus now");
        assertThat(lines().getLast().left()).isEqualTo(of(0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''                  | ''                  | The queue can borrow 4 from cohort gpus now      | 0",
        "''                  | lendingLimit: 2     | The queue can borrow 2 from cohort gpus now      | 9",
        "''                  | lendingLimit: 0     | The queue cannot borrow anything from cohort gpus " + "now | 11",
        "borrowingLimit: 1   | ''                  | The queue can borrow 1 from cohort gpus now      | 10",
        "borrowingLimit: 0   | ''                  | The queue may not borrow from cohort gpus        | 11"})
    void aQueueMayBorrowWhatOthersDoNotUseAndLendUpToItsOwnLimit(String most, String lends, String text, int enough)
            throws Exception {
        shelf.put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: gpus, namespace: ml}, "
                + "spec: {clusterQueue: borrower}}");
        queue("borrower", 8, 8, most, "None");
        queue("lender", 8, 4, lends, "None");

        assertThat(lines().getFirst().note()).isEqualTo(text);
        var forecast = KueueQueues.read(shelf, List.of("ml")).checkRequest("ml", "gpus", GPU, 3);
        assertThat(forecast.text())
                .isEqualTo("ClusterQueue borrower has 0 of its 8 left. %s. The workload requests 3 nvidia.com/gpu."
                        .formatted(text));
        assertThat(forecast.verdict()).isEqualTo(enough == 0 ? KueueAdmissionForecast.KueueAdmissionVerdict.BORROWS
                : KueueAdmissionForecast.KueueAdmissionVerdict.HOLDS);
        assertThat(forecast.remedyText()).isEqualTo(enough == 0 ? ""
                : "Raise nominalQuota of ClusterQueue borrower for nvidia.com/gpu from 8 to %d, or wait "
                        .formatted(enough) + "until workloads of cohort gpus finish");
    }

    @Test
    void aQueueThatMayTakeBackWhatItLentIsNotSaidToHoldWorkBack() throws Exception {
        shelf.put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: gpus, namespace: ml}, "
                + "spec: {clusterQueue: lender}}");
        queue("borrower", 4, 8, "", "None");
        queue("lender", 8, 4, "", "Any");
        assertThat(KueueQueues.read(shelf, List.of("ml")).checkRequest("ml", "gpus", GPU, 2))
                .isEqualTo(new KueueAdmissionForecast(
                        "ClusterQueue lender has 0 of its 8 left (4 lent to others). The queue cannot borrow anything "
                                + "from cohort gpus now. The workload requests 2 nvidia.com/gpu.",
                        KueueAdmissionForecast.KueueAdmissionVerdict.BORROWS));
    }

    @Test
    void howMuchMoreAQueueMayGiveAwayIsReckonedFromWhatItCanLetInNow() throws Exception {
        shelf.put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: gpus, namespace: ml}, "
                + "spec: {clusterQueue: lender}}");
        queue("borrower", 4, 12, "", "None");
        queue("lender", 8, 0, "", "None");
        var forecast = KueueQueues.read(shelf, List.of("ml")).checkRequest("ml", "gpus", GPU, 4);
        assertThat(forecast.text()).startsWith("ClusterQueue lender has 0 of its 8 left (8 lent to others)");
        assertThat(forecast.remedyText()).contains("for nvidia.com/gpu from 8 to 12");
    }

    @Test
    void whoMayNotBorrowSoMuchIsHeldBackWhateverTheCohortHas() throws Exception {
        shelf.put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: gpus, namespace: ml}, "
                + "spec: {clusterQueue: borrower}}");
        cohort("gpus", "parentName: all");
        cohort("all", own(100, ""));
        queue("borrower", 8, 8, "borrowingLimit: 2", "None");
        var queues = KueueQueues.read(shelf, List.of("ml"));
        assertThat(queues.checkRequest("ml", "gpus", GPU, 2).verdict())
                .isEqualTo(KueueAdmissionForecast.KueueAdmissionVerdict.BORROWS);
        assertThat(queues.checkRequest("ml", "gpus", GPU, 3).verdict())
                .isEqualTo(KueueAdmissionForecast.KueueAdmissionVerdict.HOLDS);
    }

    @Test
    void limitAsLargeAsANumberCanBeHoldsNobodyBack() throws Exception {
        shelf.put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: gpus, namespace: ml}, "
                + "spec: {clusterQueue: borrower}}");
        queue("borrower", 8, 4, "borrowingLimit: " + Long.MAX_VALUE, "None");
        queue("lender", 8, 4, "", "None");
        assertThat(lines().getFirst().note()).isEqualTo("The queue can borrow 4 from cohort gpus now");

        cohort("gpus", "parentName: gpus");
        assertThat(KueueQueues.read(shelf, List.of("ml")).checkRequest("ml", "gpus", GPU, 6).verdict())
                .as("what the cohort has is not known").isEqualTo(KueueAdmissionForecast.KueueAdmissionVerdict.BORROWS);
    }

    private void queue(String name, int nominal, int used, String limit, String reclaim) {
        shelf.put("""
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: %s}
                spec:
                  cohortName: gpus
                  preemption: {reclaimWithinCohort: %s}
                  resourceGroups:
                  - coveredResources: [nvidia.com/gpu]
                    flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: %d%s}]}]
                status:
                  flavorsUsage: [{name: h100, resources: [{name: nvidia.com/gpu, total: '%d'}]}]
                """.formatted(name, reclaim, nominal, limit.isEmpty() ? "" : ", " + limit, used));
    }

    @Test
    void aQueueMayBorrowWhatTheCohortsAboveItHaveUpToTheirLimits() {
        queue("batch", 8, 8, 0);
        queue("speech", 4, 2, 0);
        cohort("gpus", "parentName: all");
        assertThat(lines().getFirst().note()).as("the one above is only named")
                .isEqualTo("The queue can borrow 2 from cohort gpus now");
        cohort("all", own(16, ""));
        assertThat(lines().getFirst().note()).isEqualTo("The queue can borrow 18 from cohort gpus now");
        assertThat(lines().getLast().left()).as("nobody has its own").isEqualTo(of(2));

        shelf.objects.removeIf(object -> object.at("/metadata/name").asText().equals("gpus"));
        cohort("gpus", "parentName: all, " + own(3, ", borrowingLimit: 4"));
        assertThat(lines().getFirst().note()).as("2 of the other, 3 of the cohort, 4 of the one above")
                .isEqualTo("The queue can borrow 9 from cohort gpus now");
        cohort("others", "parentName: all, " + own(10, ", lendingLimit: 1"));
        assertThat(lines().getFirst().note()).isEqualTo("The queue can borrow 9 from cohort gpus now");
    }

    @Test
    void whoBorrowedIsToldWhatTheCohortCanLendBeyond() {
        queue("batch", 8, 10, 2);
        cohort("gpus", own(6, ""));
        assertThat(only().note()).isEqualTo("2 borrowed from cohort gpus, which can lend 4 more now");
        assertThat(only().status()).as("4 more can be let in").isEqualTo(QuotaRowStatus.OPEN);

        cohort("gpus", own(2, ""));
        assertThat(only().status()).as("nobody has more to lend").isEqualTo(QuotaRowStatus.FULL);
    }

    @ParameterizedTest
    @CsvSource({"Any, OPEN, '4 lent to others, reclaimable. The queue cannot borrow anything from cohort gpus now'",
        "Never, FULL, 4 lent to others. The queue cannot borrow anything from cohort gpus now"})
    void aQueueThatLentAllIsFullUnlessItMayTakeThatBack(String reclaim, QuotaRowStatus status, String remark) {
        queue("lender", 8, 4, "", reclaim);
        queue("taker", 0, 4, "", "Never");

        assertThat(lines().getFirst().status()).isEqualTo(status);
        assertThat(lines().getFirst().note()).isEqualTo(remark);
        assertThat(lines().getLast().status()).isEqualTo(QuotaRowStatus.FULL);
    }

    @Test
    void whatACohortKeepsForItselfOthersDoNotBorrow() {
        queue("batch", 8, 8, 0);
        cohort("gpus", "parentName: all");
        cohort("others", "parentName: all, " + own(10, ", lendingLimit: 1"));

        assertThat(only().note()).isEqualTo("The queue can borrow 1 from cohort gpus now");
    }

    @Test
    void whyItIsNotKnownWhatACohortCanLendIsSaid() {
        queue("batch", 8, 2, 0);
        cohort("gpus", "parentName: all");
        cohort("all", "parentName: gpus");

        assertThat(only().left()).isEqualTo(of(6));
        assertThat(only().note()).isEqualTo(
                "The queue may borrow from cohort gpus (how much it can borrow now is unknown: cohort gpus is "
                        + "its own ancestor)");
    }

    private void cohort(String name, String spec) {
        shelf.put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: %s}, spec: {%s}}".formatted(name,
                spec));
    }

    private static String own(int nominal, String limits) {
        return ("resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: h100, resources: "
                + "[{name: nvidia.com/gpu, nominalQuota: %d%s}]}]}]").formatted(nominal, limits);
    }

    @ParameterizedTest
    @CsvSource({"LowerPriority, 4, BORROWS", "LowerOrNewerEqualPriority, 8, BORROWS", "LowerPriority, 9, HOLDS",
        "Never, 4, HOLDS"})
    void aQueueThatMayEndWorkOfLowerPriorityIsNotSaidToHoldWhatItCouldLetInThen(String within, int wanted,
            KueueAdmissionForecast.KueueAdmissionVerdict admissionVerdict) throws Exception {
        shelf.put("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: gpus, namespace: ml}, "
                + "spec: {clusterQueue: alone}}");
        shelf.put("""
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: alone}
                spec:
                  preemption: {withinClusterQueue: %s}
                  resourceGroups:
                  - coveredResources: [nvidia.com/gpu]
                    flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]
                status:
                  flavorsUsage: [{name: h100, resources: [{name: nvidia.com/gpu, total: '7'}]}]
                """.formatted(within));

        var forecast = KueueQueues.read(shelf, List.of("ml")).checkRequest("ml", "gpus", GPU, wanted);
        assertThat(forecast.verdict()).isEqualTo(admissionVerdict);
        assertThat(forecast.text().contains("may preempt workloads of lower priority"))
                .isEqualTo(admissionVerdict == KueueAdmissionForecast.KueueAdmissionVerdict.BORROWS);
    }

    @Test
    void queuesOfANamespaceAreSeenWhereThoseOfAnotherMayNotBe() throws Exception {
        for (var version : List.of("v1beta2", "v1beta1")) {
            shelf.put("{apiVersion: kueue.x-k8s.io/%s, kind: LocalQueue, metadata: {namespace: mine, name: gpus}}"
                    .formatted(version));
        }
        shelf.close("");
        shelf.close("closed");
        var queues = LocalQueues.read(shelf, List.of("closed", "mine"));
        assertThat(queues.namesIn("mine")).containsExactly("gpus");
        assertThat(queues.gapOf("mine")).isEmpty();
        assertThat(queues.gapOf("closed").orElseThrow().headline()).isEqualTo("You may not list localqueues in closed");
        assertThat(queues.gapOf("nobodys")).as("it was not asked").isPresent();

        shelf.closed.clear();
        shelf.cut = true;
        var some = LocalQueues.read(shelf, List.of("mine"));
        assertThat(some.namesIn("mine")).as("each once").containsExactly("gpus");
        assertThat(some.gapOf("mine").orElseThrow().headline())
                .isEqualTo("The cluster has more localqueues than Tessera reads");
    }

    @Test
    void aRangeThatHandsOutGpusToEveryContainerIsRemarkedOn() throws Exception {
        shelf.put("""
                apiVersion: v1
                kind: LimitRange
                metadata: {namespace: ml, name: gpus}
                spec: {limits: [{type: Container, max: {nvidia.com/gpu: '4'}}]}
                """);
        var limits = new QuotaReader(shelf, AcceleratorCatalog.standard()).read(List.of()).quotasOf("ml").limits();

        assertThat(limits.getFirst().lines().getFirst().boundText())
                .isEqualTo("At most 4 nvidia.com/gpu per container");
        assertThat(limits.getFirst().problemTexts().getFirst()).contains("Each container without its own limit gets");
    }

    @Test
    void theKeyOfAResourceIsWrittenAsTheServerCountsIt() {
        assertThat(QuotaKey.parse("nvidia.com/gpu").text()).isEqualTo("requests.nvidia.com/gpu");
        assertThat(QuotaKey.parse("requests.nvidia.com/mig-1g.10gb").text())
                .isEqualTo("requests.nvidia.com/mig-1g.10gb");
        assertThat(QuotaKey.parse("count/jobs.batch").countedUnit()).isEqualTo(QuotaKey.CountedUnit.OTHER);
        assertThat(QuotaKey.parse("requests.cpu").countedUnit()).isEqualTo(QuotaKey.CountedUnit.OTHER);
        assertThat(QuotaKey.parse("fast.storageclass.storage.k8s.io/requests.storage").countedUnit())
                .isEqualTo(QuotaKey.CountedUnit.OTHER);
        assertThat(new QuotaKey("gpu.deviceclass.resource.k8s.io/devices").resourceName()).isEqualTo("gpu");
        assertThat(new QuotaKey("requests.deviceclass.resource.kubernetes.io/gpu").resourceName()).isEqualTo("gpu");
    }

    @Test
    void claimsAreCountedBesideDevicesByWhatTheyAskFor() {
        var keys = "{gpu.deviceclass.resource.k8s.io/devices: '%s', count/resourceclaims.resource.k8s.io: '%s', "
                + "count/jobs.batch: '%s'}";
        quota("ml", "team", "hard: " + keys.formatted(8, 5, 3),
                "hard: %s, used: %s".formatted(keys.formatted(8, 5, 3), keys.formatted(6, 5, 1)));

        assertThat(lines()).extracting(QuotaTableRow::resource).containsExactly("gpu", "resourceclaims");
        assertThat(lines()).extracting(QuotaTableRow::used).containsExactly(of(6), of(5));
        assertThat(lines()).extracting(QuotaTableRow::left).containsExactly(of(2), of(0));
        assertThat(lines().getFirst().note())
                .isEqualTo("ResourceClaims count with the devices that they request, allocated or not");
        assertThat(lines().getLast().status()).isEqualTo(QuotaRowStatus.FULL);
    }

    @Test
    void amountsThatCannotBeCountedAreRefused() {
        var gpus = QuotaKey.forRequestsOf(GPU);
        assertThat(gpus.limitProblem("1.5").map(Reason::text))
                .contains("1.5 nvidia.com/gpu is not a whole number of devices");
        assertThat(gpus.limitProblem("99999999999999999999").orElseThrow().text())
                .contains("“99999999999999999999” nvidia.com/gpu is more than a ResourceQuota can count");
        assertThat(gpus.limitProblem("-1").map(Reason::text))
                .contains("“-1” is not a valid quantity for requests.nvidia.com/gpu");
        assertThat(gpus.limitProblem("2k").map(Reason::text)).isEmpty();
        assertThat(gpus.limitProblem("").map(Reason::text)).isEmpty();
        assertThat(new QuotaKey("pods").limitProblem("0.5").map(Reason::text))
                .contains("0.5 pods is not a whole number");
        assertThat(new QuotaKey("requests.cpu").limitProblem("0.5").map(Reason::text)).isEmpty();
    }

    @Test
    void ofDevicesThatNodesNoLongerListNoneAreFree() {
        cluster.pod("ml/train", "a", "amd.com/gpu", 2);

        assertThat(only().status()).isEqualTo(QuotaRowStatus.UNLIMITED);
        assertThat(only().nodeCapacity().orElseThrow().free()).isZero();
        assertThat(only().startable()).isEqualTo(of(0));
    }

    @Test
    void sharesOfGpusAreToldFromGpusAmongWhatIsFree() {
        cluster.with(Sample.node("c").nvidia("NVIDIA-L40S-SHARED", 4).has(GPU, 16).label(GPU + ".replicas", "4"))
                .pod("ml/train", "a", GPU, 2).pod("ml/stream", "c", GPU, 3);

        assertThat(NewPodResourceCapacity.roomIgnoringTaints(cluster.snapshot(), GPU).free()).isEqualTo(6 + 13);
        assertThat(NewPodResourceCapacity.roomIgnoringTaints(cluster.snapshot(), GPU).shares()).isEqualTo(13);

        quota("ml", "team", "hard: {requests.nvidia.com/gpu: '16'}",
                "hard: {requests.nvidia.com/gpu: '16'}, used: {requests.nvidia.com/gpu: '5'}");
        quota("small", "team", "hard: {requests.nvidia.com/gpu: '4'}",
                "hard: {requests.nvidia.com/gpu: '4'}, used: {requests.nvidia.com/gpu: '0'}");
        assertThat(lines()).as("shares are what whole ones do not suffice for")
                .extracting(QuotaTableRow::owner, QuotaTableRow::startable, QuotaTableRow::startableShares)
                .containsExactly(tuple("ml", of(11), of(5)), tuple("small", of(4), of(0)));
    }
}
