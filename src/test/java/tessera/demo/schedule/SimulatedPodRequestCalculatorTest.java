package tessera.demo.schedule;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The scheduler's formula for what a pod takes. */
class SimulatedPodRequestCalculatorTest {

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
        assertThat(SimulatedPodRequestCalculator.specRequests(pod).get(GPU)).isEqualTo(1);
        assertThat(SimulatedPodRequestCalculator.specRequests(pod).get("cpu")).isEqualTo(4000);
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
        assertThat(SimulatedPodRequestCalculator.specRequests(pod).get("cpu")).isEqualTo(8000);
    }

    @Test
    void overheadCountsAlsoForDevices() {
        var pod = Yaml.of("""
                spec:
                  overhead: {nvidia.com/gpu: '2', cpu: 250m}
                  containers:
                  - {name: main, resources: {requests: {nvidia.com/gpu: '1'}}}
                """);
        assertThat(SimulatedPodRequestCalculator.specRequests(pod).get(GPU)).isEqualTo(3);
        assertThat(SimulatedPodRequestCalculator.specRequests(pod).get("cpu")).isEqualTo(250);
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
        assertThat(SimulatedPodRequestCalculator.specRequests(pod).get("cpu")).isEqualTo(3000);
        assertThat(SimulatedPodRequestCalculator.specRequests(pod).get(GPU)).isEqualTo(2);
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
        assertThat(SimulatedPodRequestCalculator.effectiveRequests(pod).get(GPU)).isEqualTo(4);
        assertThat(SimulatedPodRequestCalculator.effectiveRequests(pod).get("cpu")).isEqualTo(6000);
        assertThat(SimulatedPodRequestCalculator.specRequests(pod).get(GPU)).isEqualTo(1);
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
        assertThat(SimulatedPodRequestCalculator.effectiveRequests(pod).get("cpu")).isEqualTo(2000);
        assertThat(SimulatedPodRequestCalculator.effectiveRequests(pod).get(GPU)).isZero();
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
        assertThat(SimulatedPodRequestCalculator.effectiveRequests(pod).get("cpu")).isEqualTo(1000);
    }
}
