package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Nobody is advised to end a part of the work that waits, or to say of a machine what it is not. */
class PlacementAdviceTest {

    @TempDir
    private Path folder;

    private static String node(String name, String label) {
        return """
                kind: Node
                apiVersion: v1
                metadata: {name: %s, labels: {kubernetes.io/hostname: %s%s}}
                status: {capacity: {cpu: "64", pods: "110", nvidia.com/gpu: "8"}, conditions: [{type: Ready, status: "True"}],
                  allocatable: {cpu: "64", pods: "110", nvidia.com/gpu: "8"}}
                ---
                """
                .formatted(name, name, label.isEmpty() ? "" : ", " + label);
    }

    private static String pod(String name, String job, String node, int gpus, String more) {
        return """
                kind: Pod
                apiVersion: v1
                metadata:
                  name: %s
                  namespace: tr
                  uid: %s
                  labels: {%s}
                  ownerReferences: [{apiVersion: batch/v1, kind: Job, name: %s, uid: %s, controller: true}]
                spec:
                  %s
                  %s
                  containers: [{name: main, image: "registry.example/work:1", resources: {limits: {nvidia.com/gpu: "%d"}, requests: {nvidia.com/gpu: "%d"}}}]
                status: {phase: %s}
                ---
                """
                .formatted(name, name, job.startsWith("set-") ? "jobset.sigs.k8s.io/jobset-name: set" : "", job, job,
                        node.isEmpty() ? "" : "nodeName: " + node, more, gpus, gpus, node.isEmpty() ? """
                                Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable,
                                message: "0/1 nodes are available: 1 Insufficient nvidia.com/gpu."}]""" : "Running");
    }

    private String why(String pod, String... objects) throws IOException {
        var file = Files.writeString(folder.resolve("cluster.yaml"), String.join("", objects));
        try (var cluster = RecordedCluster.serve(List.of(file), folder)) {
            return cluster.run("why", pod).out();
        }
    }

    @Test
    void noPartOfTheSameJobSetIsToEndForAnother() throws IOException {
        assertThat(why("tr/waits", node("g1", ""), node("g2", ""), pod("part", "set-a", "g1", 4, ""),
                pod("other", "other", "g2", 8, ""), pod("waits", "set-b", "", 6, "")))
                .contains("Wait until tr/other on g2 ends").doesNotContain("tr/part");
    }

    @Test
    void noMachineIsToBeLabelledByHandAsACloudLabelsOthers() throws IOException {
        var selector = "nodeSelector: {cloud.google.com/gke-accelerator: nvidia-h100-80gb}";
        assertThat(why("tr/waits", node("g1", "cloud.google.com/gke-accelerator: nvidia-l4"),
                pod("waits", "job", "", 8, selector))).contains("gke-accelerator=nvidia-h100-80gb")
                .doesNotContain("Label g1");
        assertThat(why("tr/waits", node("g1", "team: red"), pod("waits", "job", "", 8, "nodeSelector: {team: blue}")))
                .contains("Label g1, if it is one of those meant");
    }

    @Test
    void noNodeIsCalledCordonedForItsDevicesThatAreWithheld() throws IOException {
        var ill = node("g1", "").replace("allocatable: {cpu: \"64\", pods: \"110\", nvidia.com/gpu: \"8\"}",
                "allocatable: {cpu: \"64\", pods: \"110\", nvidia.com/gpu: \"0\"}");
        var file = Files.writeString(folder.resolve("cluster.yaml"), ill + pod("waits", "job", "", 1, ""));
        try (var cluster = RecordedCluster.serve(List.of(file), folder)) {
            assertThat(cluster.run("pods", "--pending").out()).contains("No node offers nvidia.com/gpu for now")
                    .doesNotContain("cordoned");
        }
    }
}
