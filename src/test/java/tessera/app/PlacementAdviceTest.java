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
                .contains("Wait until tr/other on g2 finishes,").doesNotContain("tr/part");
    }

    /**
     * A pod of a ReplicaSet or StatefulSet.
     *
     * @param marks labels, by which it is told what the pod is a part of
     */
    private static String marked(String pod, String kind, String marks) {
        return pod.replaceFirst("labels: \\{[^}]*}", "labels: {" + marks + "}").replace("batch/v1, kind: Job",
                "apps/v1, kind: " + kind);
    }

    @Test
    void newRevisionOfAServiceWaitsForTheGpuOfTheOldOne() throws IOException {
        var service = "serving.kserve.io/inferenceservice: llm, serving.knative.dev/service: llm";
        assertThat(why("tr/waits", node("g1", ""), marked(pod("old", "llm-1", "g1", 8, ""), "ReplicaSet", service),
                marked(pod("waits", "llm-2", "", 8, ""), "ReplicaSet", service)))
                .contains("Wait until tr/old on g1 finishes,");
    }

    @Test
    void groupOfALeaderWorkerSetWaitsForAnotherAndNotForItself() throws IOException {
        var set = "leaderworkerset.sigs.k8s.io/name: lws";
        var index = ", leaderworkerset.sigs.k8s.io/group-index: ";
        assertThat(why("tr/waits", node("g1", ""), node("g2", ""),
                marked(pod("same", "lws-1", "g1", 8, ""), "StatefulSet", set + index + "'1'"),
                marked(pod("first", "lws-0", "g2", 8, ""), "StatefulSet", set + index + "'0'"),
                marked(pod("waits", "lws-1b", "", 8, ""), "StatefulSet", set + index + "'1'")))
                .contains("Wait until tr/first on g2 finishes,").doesNotContain("tr/same");
        assertThat(why("tr/waits", node("g1", ""), marked(pod("part", "lws-1", "g1", 8, ""), "StatefulSet", set),
                marked(pod("waits", "lws-2", "", 8, ""), "StatefulSet", set))).as("groups that are not known")
                .doesNotContain("tr/part");
    }

    @Test
    void noMachineIsToBeLabelledByHandAsACloudLabelsOthers() throws IOException {
        var selector = "nodeSelector: {cloud.google.com/gke-accelerator: nvidia-h100-80gb}";
        assertThat(why("tr/waits", node("g1", "cloud.google.com/gke-accelerator: nvidia-l4"),
                pod("waits", "job", "", 8, selector))).contains("gke-accelerator=nvidia-h100-80gb")
                .doesNotContain("Label g1");
        assertThat(why("tr/waits", node("g1", "team: red"), pod("waits", "job", "", 8, "nodeSelector: {team: blue}")))
                .contains("Label g1 with team=blue if the pod’s selector is meant to match this");
    }

    @Test
    void noNodeIsCalledCordonedForItsDevicesThatAreWithheld() throws IOException {
        var ill = node("g1", "").replace("allocatable: {cpu: \"64\", pods: \"110\", nvidia.com/gpu: \"8\"}",
                "allocatable: {cpu: \"64\", pods: \"110\", nvidia.com/gpu: \"0\"}");
        var file = Files.writeString(folder.resolve("cluster.yaml"), ill + pod("waits", "job", "", 1, ""));
        try (var cluster = RecordedCluster.serve(List.of(file), folder)) {
            assertThat(cluster.run("pods", "--pending").out()).contains("No node advertises nvidia.com/gpu right now")
                    .doesNotContain("cordoned");
        }
    }
}
