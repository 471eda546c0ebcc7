package tessera.kube.requests;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;
import tessera.kube.quota.PodQuotaUsageCalculator;

import static org.assertj.core.api.Assertions.assertThat;

/** The scheduler's formula for what a pod takes. */
class PodSchedulerRequestsTest {

    private static final String GPU = "nvidia.com/gpu";

    @Test
    void aGpuOfAnInitContainerIsSharedWithTheMainContainer() {
        var pod = Yaml.of("""
                spec:
                  initContainers:
                  - {name: warm, resources: {requests: {nvidia.com/gpu: '1', cpu: '4'}}}
                  containers:
                  - {name: main, resources: {requests: {nvidia.com/gpu: '1', cpu: '2'}}}
                """);
        assertThat(PodSchedulerRequests.specRequests(pod).get(GPU)).isEqualTo(1);
        assertThat(PodSchedulerRequests.specRequests(pod).get("cpu")).isEqualTo(4000);
    }

    @Test
    void sidecarsAddToTheContainersAndToInitContainersThatStartAfterThem() {
        var pod = Yaml.of("""
                spec:
                  initContainers:
                  - {name: early, resources: {requests: {cpu: '5'}}}
                  - {name: proxy, restartPolicy: Always, resources: {requests: {cpu: '1'}}}
                  - {name: late, resources: {requests: {cpu: '7'}}}
                  containers:
                  - {name: main, resources: {requests: {cpu: '2'}}}
                """);
        assertThat(PodSchedulerRequests.specRequests(pod).get("cpu")).isEqualTo(8000);
    }

    @Test
    void overheadCountsAlsoForDevices() {
        var pod = Yaml.of("""
                spec:
                  overhead: {nvidia.com/gpu: '2', cpu: 250m}
                  containers:
                  - {name: main, resources: {requests: {nvidia.com/gpu: '1'}}}
                """);
        assertThat(PodSchedulerRequests.specRequests(pod).get(GPU)).isEqualTo(3);
        assertThat(PodSchedulerRequests.specRequests(pod).get("cpu")).isEqualTo(250);
    }

    @Test
    void aRequestOfTheWholePodReplacesTheSumOfItsContainersButNotTheirDevices() {
        var pod = Yaml.of("""
                spec:
                  resources: {requests: {cpu: '3'}}
                  containers:
                  - {name: a, resources: {requests: {cpu: '2', nvidia.com/gpu: '1'}}}
                  - {name: b, resources: {requests: {cpu: '2', nvidia.com/gpu: '1'}}}
                """);
        assertThat(PodSchedulerRequests.specRequests(pod).get("cpu")).isEqualTo(3000);
        assertThat(PodSchedulerRequests.specRequests(pod).get(GPU)).isEqualTo(2);
    }

    @Test
    void duringAResizeAPodOnANodeHoldsTheLargerOfWhatItHasAndAsks() {
        var pod = Yaml.of("""
                spec:
                  containers:
                  - {name: main, resources: {requests: {cpu: '1', nvidia.com/gpu: '1'}}}
                status:
                  containerStatuses:
                  - {name: main, resources: {requests: {nvidia.com/gpu: '4'}}, allocatedResources: {cpu: '6'}}
                """);
        assertThat(PodSchedulerRequests.effectiveRequests(pod).get(GPU)).isEqualTo(4);
        assertThat(PodSchedulerRequests.effectiveRequests(pod).get("cpu")).isEqualTo(6000);
        assertThat(PodSchedulerRequests.specRequests(pod).get(GPU)).isEqualTo(1);
    }

    @Test
    void anInfeasibleResizeLeavesOutWhatIsAsked() {
        var pod = Yaml.of("""
                spec:
                  containers:
                  - {name: main, resources: {requests: {cpu: '9', nvidia.com/gpu: '1'}}}
                status:
                  conditions: [{type: PodResizePending, reason: Infeasible}]
                  containerStatuses:
                  - {name: main, resources: {requests: {cpu: '2'}}}
                """);
        assertThat(PodSchedulerRequests.effectiveRequests(pod).get("cpu")).isEqualTo(2000);
        assertThat(PodSchedulerRequests.effectiveRequests(pod).get(GPU)).isZero();
    }

    @Test
    void allocatedResourcesAloneAreIgnored() {
        var pod = Yaml.of("""
                spec:
                  containers:
                  - {name: main, resources: {requests: {cpu: '1'}}}
                status:
                  containerStatuses:
                  - {name: main, allocatedResources: {cpu: '6'}}
                """);
        assertThat(PodSchedulerRequests.effectiveRequests(pod).get("cpu")).isEqualTo(1000);
    }

    @Test
    void aLimitWithoutARequestCountsAsOneAndDevicesAreNotAskedForByThePodAsAWhole() {
        var pod = Yaml
                .of("""
                        spec:
                          resources: {requests: {nvidia.com/gpu: '8', memory: 2Gi}}
                          containers:
                          - {name: main, resources: {limits: {nvidia.com/gpu: '1', cpu: '2'}, requests: {cpu: '1', memory: 1Gi}}}
                        """);
        assertThat(PodSchedulerRequests.specRequests(pod).toMap())
                .isEqualTo(Map.of(GPU, 1L, "cpu", 1000L, "memory", 2L << 30));
    }

    /** The admission of LimitRanges sums up the containers of the spec and nothing else. */
    @Test
    void aLimitRangeSeesNeitherOverheadNorAResizeUnderWay() {
        var pod = Yaml.of("""
                spec:
                  overhead: {cpu: 250m}
                  containers:
                  - {name: main, resources: {limits: {cpu: '2'}, requests: {cpu: '1'}}}
                status:
                  containerStatuses:
                  - {name: main, resources: {requests: {cpu: '4'}}}
                """);
        assertThat(PodSchedulerRequests.requestsWithoutOverhead(pod).get("cpu")).isEqualTo(1000);
        assertThat(PodSchedulerRequests.limitsWithoutOverhead(pod).get("cpu")).isEqualTo(2000);
        assertThat(PodSchedulerRequests.effectiveRequests(pod).get("cpu")).isEqualTo(4250);
    }

    @Test
    void whatThePodAsAWholeHasDuringAResizeCountsForWhatItsSpecNames() {
        var pod = Yaml.of("""
                spec:
                  resources: {requests: {cpu: '2'}}
                  containers:
                  - {name: main, resources: {requests: {memory: 1Gi}}}
                status:
                  resources: {requests: {cpu: '3', memory: 8Gi}}
                """);
        assertThat(PodSchedulerRequests.effectiveRequests(pod).toMap())
                .isEqualTo(Map.of("cpu", 3000L, "memory", 1L << 30));
    }

    @Test
    void overheadCountsForALimitWhereThereIsOne() {
        var pod = Yaml.of("""
                spec:
                  overhead: {cpu: 250m, memory: 64Mi}
                  containers:
                  - {name: main, resources: {limits: {cpu: '2'}}}
                """);
        assertThat(PodSchedulerRequests.effectiveLimits(pod).toMap()).isEqualTo(Map.of("cpu", 2250L));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{containers: [{resources: {}}], overhead: {cpu: '1'}} | BEST_EFFORT",
        "{containers: [{resources: {requests: {nvidia.com/gpu: '1'}, limits: {nvidia.com/gpu: '1'}}}]} | BEST_EFFORT",
        "{containers: [{resources: {requests: {cpu: '0'}, limits: {cpu: '1'}}}]} | BURSTABLE",
        "{containers: [{resources: {requests: {cpu: '1', memory: 1Gi}, limits: {cpu: '1', memory: 1Gi}}}]} | GUARANTEED",
        "{resources: {requests: {cpu: '1'}}, containers: [{resources: {}}]} | BURSTABLE"})
    void theQualityOfServiceFollowsFromCpuAndMemory(String spec, PodQosClass expected) {
        assertThat(PodQosClass.of(Yaml.of("spec: " + spec))).isEqualTo(expected);
    }

    @Test
    void aQuotaCountsDevicesAsRequestsAlone() {
        var usage = PodQuotaUsageCalculator.usageOf(
                Map.of(GPU, 1L, "cpu", 2L, "hugepages-2Mi", 3L, "kubernetes.io/x", 4L),
                Map.of(GPU, 1L, "ephemeral-storage", 5L));
        assertThat(usage).isEqualTo(Map.of("requests." + GPU, 1L, "cpu", 2L, "requests.cpu", 2L, "hugepages-2Mi", 3L,
                "requests.hugepages-2Mi", 3L, "limits.ephemeral-storage", 5L));
        assertThat(PodQuotaUsageCalculator.isPodResource("limits." + GPU)).isFalse();
        assertThat(PodQuotaUsageCalculator.isPodResource("requests." + GPU)).isTrue();
    }
}
