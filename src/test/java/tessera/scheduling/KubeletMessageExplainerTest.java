package tessera.scheduling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.scheduling.Told.pod;
import static tessera.scheduling.Told.yaml;

/** Of a pod that has a node and does not start, the kubelet's words are told, and what they mean. */
class KubeletMessageExplainerTest {

    private final Told told = new Told();

    @BeforeEach
    void aNodeThatHasRoom() {
        told.node("a", "", "nvidia.com/gpu: 8");
    }

    private static ObjectNode bound(String reason, String message) {
        var pod = pod("train", "nvidia.com/gpu: 1", "nodeName: a");
        pod.putObject("status").put("phase", "Pending").put("reason", reason).put("message", message);
        return pod;
    }

    /** @param minutes after the pod was made */
    private void event(String type, String reason, String message, int minutes) {
        var event = (ObjectNode) yaml("metadata: {name: event-%s}".formatted(reason));
        told.other("events", event.put("type", type).put("reason", reason).put("message", message).put("lastTimestamp",
                Told.NOW.plusSeconds(60L * minutes).toString()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "FailedMount | MountVolume.SetUp failed for volume \"c\" : configmap \"train\" not found | ConfigMap train does not exist in namespace ml",
        "FailedMount | MountVolume.SetUp failed for volume \"c\" : secret \"hub\" not found | Secret hub does not exist in namespace ml",
        "FailedMount | MountVolume.SetUp failed for volume \"c\" : configmap references non-existent "
                + "config key: a.yaml | The ConfigMap or Secret of volume c has no key a.yaml",
        "FailedMount | MountVolume.SetUp failed for volume \"d\" : hostPath type check failed: /data is not a directory | The hostPath volume requires the directory /data, which does not exist on a",
        "FailedMount | MountVolume.SetUp failed for volume \"nfs\" : mount failed: exit status 32 | Volume nfs cannot be mounted on a",
        "FailedMount | Unable to attach or mount volumes: unmounted volumes=[data], unattached "
                + "volumes=[data]: timed out waiting for the condition | The kubelet on a timed out waiting for "
                + "volume data to be attached or mounted",
        "FailedAttachVolume | Multi-Attach error for volume \"pvc-1\" Volume is already used by pod(s) train-0 | Volume pvc-1 is still attached to another node and can be attached to only one node at a time",
        "FailedAttachVolume | AttachVolume.Attach failed for volume \"pvc-1\" : rpc error: code = Internal | Volume pvc-1 cannot be attached to a",
        "FailedCreatePodSandBox | Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for \"nvidia\" is configured | The container runtime on a has no handler nvidia, which the container toolkit configures",
        "FailedCreatePodSandBox | Failed to create pod sandbox: OCI runtime create failed: unable to retrieve OCI runtime error (open /run/log.json: no such file or directory): fork/exec /opt/toolkit/nvidia-container-runtime: no such file or directory: unknown | The container runtime on a is configured to run /opt/toolkit/nvidia-container-runtime, which does not exist",
        "FailedCreatePodSandBox | Failed to create pod sandbox: exec: \"nvidia-container-runtime\": executable file not found in $PATH | The container runtime on a is configured to run nvidia-container-runtime, which does not exist",
        "FailedCreatePodSandBox | Failed to create pod sandbox: fork/exec /opt/toolkit/nvidia-container-runtime: permission denied: unknown | The container runtime on a is configured to run /opt/toolkit/nvidia-container-runtime, which is not executable",
        "Failed | Error: error running hook #0: fork/exec /usr/bin/nvidia-ctk: no such file or directory | The container runtime on a is configured to run /usr/bin/nvidia-ctk, which does not exist",
        "Failed | Error: failed to create containerd task: exec: \"nvidia-ctk\": executable file not found in $PATH | The image has no executable nvidia-ctk",
        "Failed | Error: failed to create containerd task: exec: \"/opt/nvidia-ctk\": permission denied | The image has no executable /opt/nvidia-ctk",
        "FailedCreatePodSandBox | Failed to create pod sandbox: plugin type=\"calico\" failed (add): "
                + "error getting ClusterInformation | The CNI plugin on a failed to set up the pod’s network",
        "FailedPrepareDynamicResources | Failed to prepare dynamic resources: NodePrepareResources "
                + "failed for claim gpu | The DRA driver on a failed to prepare the devices of the ResourceClaim"})
    void whatKeepsItFromStartingIsToldInPlainWordsAndInTheKubelets(String reason, String message, String meaning) {
        event("Warning", reason, message, 0);

        var fit = told.fit(bound("ContainerCreating", ""), "");
        assertThat(fit.headline()).isEqualTo("ContainerCreating on a: " + meaning);
        assertThat(fit.kubeletMessage()).isEqualTo(message);
        assertThat(fit.isAttachMessage()).isEqualTo(reason.equals("FailedAttachVolume"));
        assertThat(fit.remedies()).as("what would help, and the doctor").hasSize(2);
        assertThat(fit.remedies().getFirst().command()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ConfigMap, configmaps", "Secret, secrets"})
    void aNameThatIsNearlyThatOfAnotherIsTakenForMistyped(String kind, String resource) {
        event("Warning", "FailedMount", "MountVolume.SetUp failed for volume \"c\" : %s \"trian\" not found"
                .formatted(kind.toLowerCase(Locale.ROOT)), 0);
        told.other(resource, yaml("metadata: {namespace: ml, name: train}"));
        told.other(resource, yaml("metadata: {namespace: ml, name: other}"));
        var pod = bound("ContainerCreating", "");

        var first = told.fit(pod, "").remedies().getFirst();
        assertThat(first.text()).isEqualTo("If you meant %s train, correct the reference.".formatted(kind));
        assertThat(first.command()).isEqualTo("kubectl -n ml get " + resource);
        told.forbids(resource);
        assertThat(told.fit(pod, "").remedies().getFirst().text())
                .startsWith("Create %s trian in namespace ml".formatted(kind));
    }

    @Test
    void wordsThatAreNotKnownAreRepeatedAndAWarningThatIsOvercomeIsNot() {
        event("Warning", "FailedMount", "the moon is in the way.", 0);
        assertThat(told.fit(bound("ContainerCreating", ""), "").headline())
                .isEqualTo("ContainerCreating on a: the moon is in the way");

        event("Normal", "Pulling", "Pulling image \"nvcr.io/nvidia/pytorch:25.10-py3\"", 0);
        event("Normal", "Pulled", "Container image \"init:1\" already present on machine", 1);
        assertThat(told.fit(bound("ContainerCreating", ""), "").headline()).isEqualTo("ContainerCreating on a: The "
                + "kubelet has been pulling image nvcr.io/nvidia/pytorch:25.10-py3 for less than a minute");
    }

    @Test
    void anInitContainerThatRunsIsNamed() {
        var pod = bound("Init:0/1", "");
        pod.withObject("/status").putArray("initContainerStatuses").addObject().put("name", "fetch").putObject("state")
                .putObject("running").put("startedAt", Told.NOW.minusSeconds(600).toString());
        told.other("pods", pod);

        var fit = told.fit(pod, "");
        assertThat(fit.headline()).isEqualTo("Init:0/1 on a: Init container fetch has been running for 10 min");
        assertThat(fit.remedies().getFirst().command()).isEqualTo("tessera logs ml/train -c fetch --tail=50");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "CreateContainerConfigError | configmap \"train\" not found | ConfigMap train does not exist in namespace ml",
        "CreateContainerConfigError | couldn't find key token in Secret ml/hub | Secret ml/hub has no key token",
        "ImagePullBackOff | Back-off pulling image \"a/b:1\": ErrImagePull: failed to pull and unpack image \"a/b:1\": failed to resolve reference \"a/b:1\": a/b:1: not found | The image does not exist in the registry",
        "ErrImagePull | failed to pull and unpack image \"x.io/b:1\": failed to do request: Head \"https://x.io/v2\": dial tcp: lookup x.io: no such host | a cannot reach the registry",
        "ErrImagePull | failed to pull image \"b:1\": failed to authorize: 401 Unauthorized: unauthorized: authentication required | The registry denies access to the image",
        "CrashLoopBackOff | back-off 5m0s; last ended with OOMKilled, exit code 137 | A container exceeded its memory limit (OOMKilled)",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 139 | The program had a segmentation fault (exit code 139, SIGSEGV), nearly always due to a bug in native code or an incompatible library",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 1 | The program failed with exit code 1",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 129 | Signal 1 terminated the program (exit code 129)",
        "CrashLoopBackOff | back-off 5m0s; last ended with Completed, exit code 0 | The program exits "
                + "without an error (exit code 0), and the kubelet restarts it because of restartPolicy",
        "CrashLoopBackOff | back-off; last ended with StartError, exit code 128: exec: \"trian.py\": executable file not found in $PATH | The image has no executable trian.py",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 255 | The program failed, or the node restarted (exit code 255)",
        "CrashLoopBackOff | back-off 5m0s; last ended with StartError, exit code 128: nvidia-container-cli: initialization error: nvml error: driver not loaded | The container runtime on a could not start the container",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 1: git pull: remote branch not found | The program failed with exit code 1",
        "ErrImagePull | failed to pull image \"b:1\": 429 Too Many Requests - toomanyrequests | The registry’s pull rate limit is exceeded"})
    void whatAContainerWaitsForIsToldInPlainWords(String reason, String message, String meaning) {
        var fit = told.fit(bound(reason, message), "");
        assertThat(fit.headline()).isEqualTo("%s on a: %s".formatted(reason, meaning));
        assertThat(fit.kubeletMessage()).isEqualTo(message);
    }

    @Test
    void whoEndsAgainAndAgainIsReadInTheLogOfTheContainerAndOfTheRunThatFailed() {
        var fit = told.fit(bound("CrashLoopBackOff", "back-off 5m0s restarting failed container=tune pod=train_ml(u); "
                + "last ended with Error, exit code 1"), "");
        assertThat(fit.remedies().getFirst().command()).isEqualTo("tessera logs ml/train -c tune --previous --tail=50");

        var ended = bound("Error", "exit code 137");
        ended.withObject("/status").put("phase", "Failed");
        assertThat(told.fit(ended, "").headline())
                .contains("Error on a: exit code 137. The program was killed (exit code 137, SIGKILL)");
        assertThat(told.fit(ended, "").remedies().getFirst().command())
                .isEqualTo("tessera logs ml/train --all-containers --tail=50");
    }

    @Test
    void aCodeThatAProgramWritesOfIsNotHowItEnded() {
        var ended = bound("Error", "child failed with exit code 1; exit code 137");
        ended.withObject("/status").put("phase", "Failed");

        assertThat(told.fit(ended, "").headline()).contains("The program was killed (exit code 137, SIGKILL)");
    }

    @Test
    void whoMayNotReadEventsIsToldThatNothingIsKnownOfThem() {
        told.forbids("events");

        var fit = told.fit(bound("ContainerCreating", ""), "");
        assertThat(fit.headline()).isEqualTo("ContainerCreating on a");
        assertThat(fit.unknownFacts()).singleElement().asString().startsWith("Kubelet events could not be read");

        var runs = bound("", "");
        ((ObjectNode) runs.path("status")).put("phase", "Running");
        told.other("pods", runs);
        assertThat(told.fit(runs, "").unknownFacts()).as("of what runs nobody asks it").isEmpty();
    }
}
