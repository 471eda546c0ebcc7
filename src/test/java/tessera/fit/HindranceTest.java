package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.fit.Told.yaml;

/** What keeps a pod waiting is named first, by name, and with what ends it. */
class HindranceTest {

    private final Told told = new Told();

    private void node(String name, String spec, String offers) {
        told.node(yaml("""
                metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
                spec: {%s}
                status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20', %s}}
                """.formatted(name, name, spec, offers)));
    }

    private static JsonNode pod(String name, String requests, String spec) {
        return yaml("""
                metadata: {namespace: ml, name: %s, uid: uid-%s, labels: {app: train}}
                spec:
                  containers: [{name: main, resources: {requests: {%s}}}]
                  %s
                """.formatted(name, name, requests, spec));
    }

    private Fit fit(String requests, String spec) {
        return told.fit(pod("wants", requests, spec), "");
    }

    @Test
    void theTaintThatClosesMostNodesIsToldBeforeTheTroublesOfAFew() {
        var gpus = "{key: nvidia.com/gpu, value: present, effect: NoSchedule}";
        node("a", "taints: [%s]".formatted(gpus), "nvidia.com/gpu: 8");
        node("b", "taints: [%s]".formatted(gpus), "nvidia.com/gpu: 8");
        node("c", "unschedulable: true, taints: [%s]".formatted(gpus), "nvidia.com/gpu: 8");

        assertThat(fit("nvidia.com/gpu: 1", "").headline()).isEqualTo("It is kept out of every node that could take "
                + "it: it does not tolerate nvidia.com/gpu=present:NoSchedule on 3 nodes; 1 node is cordoned");
    }

    @Test
    void ofConditionsThatNoNodeMeetsTogetherTheOneIsNamedWithoutWhichNodesHaveAll() {
        node("a", "", "nvidia.com/gpu: 8");
        node("b", "", "nvidia.com/gpu: 8");
        told.node(yaml("""
                metadata: {name: c, labels: {pool: fast}}
                status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20'}}
                """));

        var fit = fit("nvidia.com/gpu: 1", "nodeSelector: {kubernetes.io/hostname: a, pool: fast}");
        assertThat(fit.headline()).isEqualTo(
                "No node has all that it selects: 1 node has kubernetes.io/hostname=a, 1 node has pool=fast");
        assertThat(fit.suggestions()).extracting(Suggestion::words).first()
                .isEqualTo("Do without pool=fast, if it may be: a has what it wants and the rest of what it selects");
    }

    @Test
    void aNodeThatOffersNoneOfItsGpusDoesNotHelpWhoAsksForWhatThereIsNot() {
        node("a", "", "nvidia.com/gpu: 8");
        told.node(yaml("""
                metadata: {name: ill, labels: {nvidia.com/gpu.present: 'true', nvidia.com/gpu.product: NVIDIA-L40S,
                           nvidia.com/gpu.count: '4'}}
                status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20'}}
                """));

        assertThat(fit("nvidia.com/gpus: 1", "").suggestions()).extracting(Suggestion::words)
                .containsExactly("Ask for nvidia.com/gpu instead of nvidia.com/gpus, if that was meant");
    }
}
