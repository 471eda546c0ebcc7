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
import tessera.fit.ObjectSource;
import tessera.insight.Accelerators;
import tessera.insight.Sample;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.quota.QuotaLine.Of;
import tessera.quota.QuotaLine.Standing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

/** What a namespace may take is told as the server counts it, and what is not known is never told as a number. */
class QuotaTableTest {

    private static final String GPU = "nvidia.com/gpu";

    private final Shelf shelf = new Shelf();
    private final Sample cluster = new Sample().with(Sample.node("a").nvidia("NVIDIA-L4", 8).has(GPU, 8))
            .with(Sample.node("b").nvidia("NVIDIA-L4", 4).has(GPU, 4).cordoned());

    /** Objects that are read, and namespaces in which they may not be. */
    private static final class Shelf implements ObjectSource {

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
        public Optional<JsonNode> object(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader) throws Failure {
            if (closed.contains(kind.namespace())
                    && (kind.apiVersion().equals("v1") || kind.kind().equals("LocalQueue"))) {
                throw new Failure(Problem.of(Kind.FORBIDDEN, "You may not list " + kind.resource()
                        + (kind.namespace().isEmpty() ? "" : " in " + kind.namespace())));
            }
            var those = objects.stream().filter(each -> each.path("kind").asText().equals(kind.kind())
                    && each.path("apiVersion").asText().equals(kind.apiVersion())
                    && (kind.namespace().isEmpty()
                            || each.at("/metadata/namespace").asText().equals(kind.namespace())))
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

    private List<QuotaLine> lines() {
        Snapshot snapshot = cluster.snapshot();
        try {
            return QuotaTable.of(new QuotaReader(shelf, Accelerators.standard()).read(QuotaTable.known(snapshot)),
                    snapshot, Accelerators.standard());
        } catch (Failure | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private QuotaLine only() {
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

        var line = only();
        assertThat(line.left()).isEqualTo(of(11));
        assertThat(line.room().orElseThrow().free()).as("of a cordoned node nothing is free").isEqualTo(3);
        assertThat(line.start()).isEqualTo(of(3));
        assertThat(line.standing()).isEqualTo(Standing.OPEN);

        quota("ml", "tight", "hard: {requests.nvidia.com/gpu: '6'}",
                "hard: {requests.nvidia.com/gpu: '6'}, used: {requests.nvidia.com/gpu: '5'}");
        assertThat(lines()).extracting(QuotaLine::start).containsExactly(of(1), of(1));
    }

    @Test
    void keysThatTheServerAcceptsAndNeverCountsLimitNothing() {
        quota("ml", "team", "hard: {limits.nvidia.com/gpu: '2', nvidia.com/gpu: '2', pods: '5'}",
                "hard: {limits.nvidia.com/gpu: '2', nvidia.com/gpu: '2', pods: '5'}, used: {pods: '0'}");

        assertThat(lines()).extracting(QuotaLine::standing).containsExactly(Standing.LIMITS_NOTHING,
                Standing.LIMITS_NOTHING);
        assertThat(lines().getFirst().remark()).contains("only requests.nvidia.com/gpu is counted");
        assertThat(lines()).extracting(QuotaLine::left, QuotaLine::used)
                .containsOnly(tuple(OptionalLong.empty(), OptionalLong.empty()));
    }

    @Test
    void aStatusThatLagsOrIsNotThereIsSaidAndNeverZero() {
        quota("ml", "changed", "hard: {requests.nvidia.com/gpu: '8'}",
                "hard: {requests.nvidia.com/gpu: '4'}, used: {requests.nvidia.com/gpu: '4'}");
        quota("new", "made", "hard: {requests.nvidia.com/gpu: '8'}", "");

        assertThat(lines()).extracting(QuotaLine::standing).containsExactly(Standing.BEHIND, Standing.NOT_COUNTED);
        assertThat(lines().getFirst().remark()).isEqualTo("the server still counts against 4");
        assertThat(lines().getLast().used()).isEmpty();
        assertThat(lines().getLast().start()).isEmpty();
    }

    @Test
    void theSameAmountWrittenInAnotherWayIsNoLag() {
        quota("ml", "team", "hard: {requests.nvidia.com/gpu: 1k}",
                "hard: {requests.nvidia.com/gpu: '1000'}, used: {requests.nvidia.com/gpu: '900'}");

        assertThat(only().standing()).isEqualTo(Standing.NEARLY_FULL);
    }

    @Test
    void aLimitThatCameAfterThePodsIsExceededAndLeavesNothing() {
        quota("ml", "team", "hard: {requests.nvidia.com/gpu: '2'}",
                "hard: {requests.nvidia.com/gpu: '2'}, used: {requests.nvidia.com/gpu: '5'}");

        assertThat(only().standing()).isEqualTo(Standing.EXCEEDED);
        assertThat(only().left()).isEqualTo(of(0));
    }

    @Test
    void podsThatNoQuotaCountsAreTold() {
        cluster.pod("free/train", "a", GPU, 2).waiting("free/next", GPU, 4, null).finished("free/old", "a", GPU, 1);

        var line = only();
        assertThat(line.standing()).isEqualTo(Standing.UNLIMITED);
        assertThat(line.used()).as("those that wait count, those that ended do not").isEqualTo(of(6));
        assertThat(line.hard()).isEmpty();
    }

    @Test
    void quotasThatMayNotBeReadAreUnknownWithTheReasonAndNotAbsent() {
        cluster.pod("mine/train", "a", GPU, 2).pod("theirs/train", "a", GPU, 1).seenIn("mine", "theirs");
        quota("mine", "team", "hard: {requests.nvidia.com/gpu: '4'}",
                "hard: {requests.nvidia.com/gpu: '4'}, used: {requests.nvidia.com/gpu: '2'}");
        shelf.close("");
        shelf.close("theirs");

        assertThat(lines()).extracting(QuotaLine::owner, QuotaLine::standing).containsExactly(
                tuple("mine", Standing.OPEN),
                tuple("theirs", Standing.UNKNOWN));
        assertThat(lines().getLast().remark()).isEqualTo("You may not list resourcequotas in theirs");
        assertThat(lines().getFirst().room().orElseThrow().complete()).as("other pods may hold some").isFalse();
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

        var line = only();
        assertThat(line.of()).isEqualTo(Of.QUEUE);
        assertThat(line.used()).isEqualTo(of(10));
        assertThat(line.hard()).isEqualTo(of(8));
        assertThat(line.borrowed()).isEqualTo(of(2));
        assertThat(line.remark()).isEqualTo("2 borrowed from cohort gpus; 2 workloads wait");
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
        assertThat(queues.of("mine")).containsExactly("gpus");
        assertThat(queues.gap("mine")).isEmpty();
        assertThat(queues.gap("closed").orElseThrow().headline()).isEqualTo("You may not list localqueues in closed");
        assertThat(queues.gap("nobodys")).as("it was not asked").isPresent();

        shelf.closed.clear();
        shelf.cut = true;
        var some = LocalQueues.read(shelf, List.of("mine"));
        assertThat(some.of("mine")).as("each once").containsExactly("gpus");
        assertThat(some.gap("mine").orElseThrow().headline()).isEqualTo("There are more localqueues than are read");
    }

    @Test
    void aRangeThatHandsOutGpusToEveryContainerIsRemarkedOn() throws Exception {
        shelf.put("""
                apiVersion: v1
                kind: LimitRange
                metadata: {namespace: ml, name: gpus}
                spec: {limits: [{type: Container, max: {nvidia.com/gpu: '4'}}]}
                """);
        var limits = new QuotaReader(shelf, Accelerators.standard()).read(List.of()).of("ml").limits();

        assertThat(limits.getFirst().lines().getFirst().words())
                .isEqualTo("At most 4 nvidia.com/gpu for each container");
        assertThat(limits.getFirst().remarks().getFirst()).contains("the limit of every container that names none");
    }

    @Test
    void theKeyOfAResourceIsWrittenAsTheServerCountsIt() {
        assertThat(QuotaKey.of("nvidia.com/gpu").text()).isEqualTo("requests.nvidia.com/gpu");
        assertThat(QuotaKey.of("requests.nvidia.com/mig-1g.10gb").text()).isEqualTo("requests.nvidia.com/mig-1g.10gb");
        assertThat(QuotaKey.of("count/jobs.batch").counts()).isEqualTo(QuotaKey.Counts.OTHER);
        assertThat(QuotaKey.of("requests.cpu").counts()).isEqualTo(QuotaKey.Counts.OTHER);
        assertThat(QuotaKey.of("fast.storageclass.storage.k8s.io/requests.storage").counts())
                .isEqualTo(QuotaKey.Counts.OTHER);
        assertThat(new QuotaKey("gpu.deviceclass.resource.k8s.io/devices").resource()).isEqualTo("gpu");
    }

    @Test
    void sharesOfGpusAreToldFromGpusAmongWhatIsFree() {
        cluster.with(Sample.node("c").nvidia("NVIDIA-L40S-SHARED", 4).has(GPU, 16).label(GPU + ".replicas", "4"))
                .pod("ml/train", "a", GPU, 2).pod("ml/stream", "c", GPU, 3);

        assertThat(Room.of(cluster.snapshot(), GPU).free()).isEqualTo(6 + 13);
        assertThat(Room.of(cluster.snapshot(), GPU).shares()).isEqualTo(13);

        quota("ml", "team", "hard: {requests.nvidia.com/gpu: '16'}",
                "hard: {requests.nvidia.com/gpu: '16'}, used: {requests.nvidia.com/gpu: '5'}");
        quota("small", "team", "hard: {requests.nvidia.com/gpu: '4'}",
                "hard: {requests.nvidia.com/gpu: '4'}, used: {requests.nvidia.com/gpu: '0'}");
        assertThat(lines()).as("shares are what whole ones do not suffice for")
                .extracting(QuotaLine::owner, QuotaLine::start, QuotaLine::startShares)
                .containsExactly(tuple("ml", of(11), of(5)), tuple("small", of(4), of(0)));
    }
}
