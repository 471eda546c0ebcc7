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
}
