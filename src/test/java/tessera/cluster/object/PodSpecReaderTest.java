package tessera.cluster.object;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tessera.model.PodDetails;
import tessera.model.PodDetails.PodSetting;

import static org.assertj.core.api.Assertions.assertThat;

/** What a pod was made to be is read in words that fit a page. */
class PodSpecReaderTest {

    private static PodDetails read(String json) throws Exception {
        return PodSpecReader.readPodSpec(new ObjectMapper().readTree(json));
    }

    @Test
    void containersComeInTheOrderInWhichTheyStartWithWhatTheyAskFor() throws Exception {
        var spec = read("""
                {"spec":{"initContainers":[{"name":"fetch","image":"busybox"},{"name":"log","restartPolicy":"Always"}],
                 "containers":[{"name":"main","image":"train:1","command":["python"],"args":["train.py"],
                  "resources":{"requests":{"cpu":"8","nvidia.com/gpu":"1"},"limits":{"nvidia.com/gpu":"1"}},
                  "readinessProbe":{"httpGet":{"path":"/ready","port":8080},"periodSeconds":5},
                  "livenessProbe":{"exec":{"command":["test","-f","/ok"]},"failureThreshold":6},
                  "volumeMounts":[{"name":"data","mountPath":"/data","readOnly":true}]}]},
                 "status":{"containerStatuses":[{"name":"main","ready":true,"restartCount":2,
                  "state":{"running":{"startedAt":"2026-11-22T01:00:00Z"}},
                  "lastState":{"terminated":{"exitCode":137,"reason":"OOMKilled"}}}]}}""");
        assertThat(spec.containers()).extracting(PodDetails.ContainerDetails::name).containsExactly("fetch", "log",
                "main");
        assertThat(spec.containers()).extracting(PodDetails.ContainerDetails::kind).containsExactly("init container",
                "sidecar", "");
        var main = spec.containers().getLast();
        assertThat(main.state()).isEqualTo("running");
        assertThat(main.since()).isEqualTo(Instant.parse("2026-11-22T01:00:00Z"));
        assertThat(main.last()).isEqualTo("with exit code 137 (OOMKilled)");
        assertThat(main.requests()).containsEntry("cpu", "8");
        assertThat(main.limits()).containsOnlyKeys("nvidia.com/gpu");
        assertThat(main.settings()).contains(new PodSetting("Command", "python train.py"),
                new PodSetting("Readiness probe", "GET /ready on port 8080, every 5 s, failure threshold 3"),
                new PodSetting("Liveness probe", "test -f /ok, every 10 s, failure threshold 6"),
                new PodSetting("Mounts", "/data from data, read-only"));
        assertThat(spec.containers().getFirst().state()).isEqualTo("not started");
    }

    @Test
    void volumesAndPlacementAreSaidInWords() throws Exception {
        var spec = read(
                """
                        {"spec":{"restartPolicy":"OnFailure","serviceAccountName":"trainer","priority":1000,"priorityClassName":"training","nodeSelector":{"pool":"train"},
                         "tolerations":[{"key":"nvidia.com/gpu","operator":"Exists","effect":"NoSchedule"},
                          {"key":"gone","effect":"NoExecute","tolerationSeconds":300},{"operator":"Exists"}],
                         "volumes":[{"name":"shm","emptyDir":{"medium":"Memory","sizeLimit":"64Gi"}},
                          {"name":"data","persistentVolumeClaim":{"claimName":"imagenet"}},
                          {"name":"x","csi":{"driver":"weka"}},{"name":"key","secret":{"secretName":"s"}}]},
                         "status":{"qosClass":"Burstable"}}""");
        assertThat(spec.volumes()).containsEntry("shm", "emptyDir, in Memory, at most 64Gi")
                .containsEntry("data", "PVC imagenet").containsEntry("x", "csi weka").containsEntry("key", "Secret s");
        assertThat(spec.placement()).contains(new PodSetting("Priority", "1000 (training)"),
                new PodSetting("Node selector", "pool=train"), new PodSetting("QoS class", "Burstable"),
                new PodSetting("Service account", "trainer"), new PodSetting("Restart policy", "OnFailure"),
                new PodSetting("Tolerations", "nvidia.com/gpu:NoSchedule\ngone:NoExecute for 300 s\nall taints"));
    }

    @Test
    void whatIsMissingOrOddIsLeftOut() throws Exception {
        var spec = read("{}");
        assertThat(spec.containers()).isEmpty();
        assertThat(spec.placement()).isEmpty();
        assertThat(read("{\"spec\":{\"containers\":[{}],\"volumes\":[{\"name\":\"v\"}]}}").containers()).hasSize(1);
    }
}
