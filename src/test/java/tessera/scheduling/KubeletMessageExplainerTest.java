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
        told.other("events", event.put("type", type).put("reason", reason).put("message", message)
                .put("lastTimestamp", Told.NOW.plusSeconds(60L * minutes).toString()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "FailedMount | MountVolume.SetUp failed for volume \"c\" : configmap \"train\" not found | there is no ConfigMap train in ml",
        "FailedMount | MountVolume.SetUp failed for volume \"c\" : secret \"hub\" not found | there is no Secret hub in ml",
        "FailedMount | MountVolume.SetUp failed for volume \"c\" : configmap references non-existent config key: a.yaml | what it mounts as the volume c has no key a.yaml",
        "FailedMount | MountVolume.SetUp failed for volume \"d\" : hostPath type check failed: /data is not a directory | a has no directory /data, which it mounts from there (hostPath)",
        "FailedMount | MountVolume.SetUp failed for volume \"nfs\" : mount failed: exit status 32 | its volume nfs cannot be mounted on a",
        "FailedMount | Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[data]: timed out waiting for the condition | its volume data was not ready on a in time",
        "FailedAttachVolume | Multi-Attach error for volume \"pvc-1\" Volume is already used by pod(s) train-0 | its volume pvc-1 is still attached to another node, and only one node may have it at a time",
        "FailedAttachVolume | AttachVolume.Attach failed for volume \"pvc-1\" : rpc error: code = Internal | its volume pvc-1 cannot be attached to a",
        "FailedCreatePodSandBox | Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for \"nvidia\" is configured | the container runtime of a knows no runtime nvidia, as the container toolkit sets one up",
        "FailedCreatePodSandBox | Failed to create pod sandbox: OCI runtime create failed: unable to retrieve OCI runtime error (open /run/log.json: no such file or directory): fork/exec /opt/toolkit/nvidia-container-runtime: no such file or directory: unknown | the container runtime of a is configured to run /opt/toolkit/nvidia-container-runtime, which does not exist",
        "FailedCreatePodSandBox | Failed to create pod sandbox: exec: \"nvidia-container-runtime\": executable file not found in $PATH | the container runtime of a is configured to run nvidia-container-runtime, which does not exist",
        "FailedCreatePodSandBox | Failed to create pod sandbox: fork/exec /opt/toolkit/nvidia-container-runtime: permission denied: unknown | the container runtime of a is configured to run /opt/toolkit/nvidia-container-runtime, which cannot be executed",
        "Failed | Error: error running hook #0: fork/exec /usr/bin/nvidia-ctk: no such file or directory | the container runtime of a is configured to run /usr/bin/nvidia-ctk, which does not exist",
        "Failed | Error: failed to create containerd task: exec: \"nvidia-ctk\": executable file not found in $PATH | its image has no program nvidia-ctk that may be run",
        "Failed | Error: failed to create containerd task: exec: \"/opt/nvidia-ctk\": permission denied | its image has no program /opt/nvidia-ctk that may be run",
        "FailedCreatePodSandBox | Failed to create pod sandbox: plugin type=\"calico\" failed (add): error getting ClusterInformation | the network plugin of a gives it no address",
        "FailedPrepareDynamicResources | Failed to prepare dynamic resources: NodePrepareResources failed for claim gpu | the DRA driver of a does not get ready the devices that it claims"})
    void whatKeepsItFromStartingIsToldInPlainWordsAndInTheKubelets(String reason, String message, String meaning) {
        event("Warning", reason, message, 0);

        var fit = told.fit(bound("ContainerCreating", ""), "");
        assertThat(fit.headline()).isEqualTo("It has a node: a; there it is ContainerCreating: " + meaning);
        assertThat(fit.kubeletMessage()).isEqualTo(message);
        assertThat(fit.messageSourceName())
                .isEqualTo(reason.equals("FailedAttachVolume") ? "attach-detach controller" : "kubelet");
        assertThat(fit.remedies()).as("what would help, and the doctor").hasSize(2);
        assertThat(fit.remedies().getFirst().command()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ConfigMap, configmaps", "Secret, secrets"})
    void aNameThatIsNearlyThatOfAnotherIsTakenForMistyped(String kind, String resource) {
        event("Warning", "FailedMount",
                "MountVolume.SetUp failed for volume \"c\" : %s \"trian\" not found"
                        .formatted(kind.toLowerCase(Locale.ROOT)),
                0);
        told.other(resource, yaml("metadata: {namespace: ml, name: train}"));
        told.other(resource, yaml("metadata: {namespace: ml, name: other}"));
        var pod = bound("ContainerCreating", "");

        var first = told.fit(pod, "").remedies().getFirst();
        assertThat(first.text()).isEqualTo("Have the pod name the %s train, if that was meant".formatted(kind));
        assertThat(first.command()).isEqualTo("kubectl -n ml get " + resource);
        told.forbids(resource);
        assertThat(told.fit(pod, "").remedies().getFirst().text())
                .startsWith("Make the %s trian in ml".formatted(kind));
    }

    @Test
    void wordsThatAreNotKnownAreRepeatedAndAWarningThatIsOvercomeIsNot() {
        event("Warning", "FailedMount", "the moon is in the way.", 0);
        assertThat(told.fit(bound("ContainerCreating", ""), "").headline()).isEqualTo(
                "It has a node: a; there it is ContainerCreating: the moon is in the way");

        event("Normal", "Pulling", "Pulling image \"nvcr.io/nvidia/pytorch:25.10-py3\"", 0);
        event("Normal", "Pulled", "Container image \"init:1\" already present on machine", 1);
        assertThat(told.fit(bound("ContainerCreating", ""), "").headline()).isEqualTo("It has a node: a; there it is "
                + "ContainerCreating: the image nvcr.io/nvidia/pytorch:25.10-py3 is being pulled, "
                + "which began less than a minute ago");
    }

    @Test
    void anInitContainerThatRunsIsNamed() {
        var pod = bound("Init:0/1", "");
        pod.withObject("/status").putArray("initContainerStatuses").addObject().put("name", "fetch")
                .putObject("state").putObject("running").put("startedAt", Told.NOW.minusSeconds(600).toString());
        told.other("pods", pod);

        var fit = told.fit(pod, "");
        assertThat(fit.headline()).isEqualTo(
                "It has a node: a; there it is Init:0/1: its init container fetch has run for 10 min");
        assertThat(fit.remedies().getFirst().command()).isEqualTo("tessera logs ml/train -c fetch --tail=50");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "CreateContainerConfigError | configmap \"train\" not found | there is no ConfigMap train in ml",
        "CreateContainerConfigError | couldn't find key token in Secret ml/hub | the Secret ml/hub has no key token",
        "ImagePullBackOff | Back-off pulling image \"a/b:1\": ErrImagePull: failed to pull and unpack image \"a/b:1\": failed to resolve reference \"a/b:1\": a/b:1: not found | the registry has no such image",
        "ErrImagePull | failed to pull and unpack image \"x.io/b:1\": failed to do request: Head \"https://x.io/v2\": dial tcp: lookup x.io: no such host | a does not reach the registry",
        "ErrImagePull | failed to pull image \"b:1\": failed to authorize: 401 Unauthorized: unauthorized: authentication required | the registry does not let it have the image",
        "CrashLoopBackOff | back-off 5m0s; last ended with OOMKilled, exit code 137 | a container used more memory than it may, and was killed for it (OOMKilled)",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 139 | its program touched memory that is not its own (exit code 139, SIGSEGV), nearly always a fault of native code or a library that does not fit",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 1 | its program ended with an error (exit code 1)",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 129 | it was ended by the signal 1 (exit code 129)",
        "CrashLoopBackOff | back-off 5m0s; last ended with Completed, exit code 0 | its program comes to its end without an error, and is started again (restartPolicy)",
        "CrashLoopBackOff | back-off; last ended with StartError, exit code 128: exec: \"trian.py\": executable file not found in $PATH | its image has no program trian.py that may be run",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 255 | its program ended with an error, or its node was started again meanwhile (exit code 255)",
        "CrashLoopBackOff | back-off 5m0s; last ended with StartError, exit code 128: nvidia-container-cli: initialization error: nvml error: driver not loaded | the container runtime of a could not start it, and why it says itself",
        "CrashLoopBackOff | back-off 5m0s; last ended with Error, exit code 1: git pull: remote branch not found | its program ended with an error (exit code 1)",
        "ErrImagePull | failed to pull image \"b:1\": 429 Too Many Requests - toomanyrequests | the registry allows no more pulls for now (rate limit)"})
    void whatAContainerWaitsForIsToldInPlainWords(String reason, String message, String meaning) {
        var fit = told.fit(bound(reason, message), "");
        assertThat(fit.headline()).isEqualTo("It has a node: a; there it is %s: %s".formatted(reason, meaning));
        assertThat(fit.kubeletMessage()).isEqualTo(message);
    }

    @Test
    void whoEndsAgainAndAgainIsReadInTheLogOfTheContainerAndOfTheRunThatFailed() {
        var fit = told.fit(bound("CrashLoopBackOff", "back-off 5m0s restarting failed container=tune pod=train_ml(u); "
                + "last ended with Error, exit code 1"), "");
        assertThat(fit.remedies().getFirst().command())
                .isEqualTo("tessera logs ml/train -c tune --previous --tail=50");

        var ended = bound("Error", "exit code 137");
        ended.withObject("/status").put("phase", "Failed");
        assertThat(told.fit(ended, "").headline())
                .contains("Error: exit code 137. It was killed (exit code 137, SIGKILL)");
        assertThat(told.fit(ended, "").remedies().getFirst().command())
                .isEqualTo("tessera logs ml/train --all-containers --tail=50");
    }

    @Test
    void aCodeThatAProgramWritesOfIsNotHowItEnded() {
        var ended = bound("Error", "child failed with exit code 1; exit code 137");
        ended.withObject("/status").put("phase", "Failed");

        assertThat(told.fit(ended, "").headline()).contains("It was killed (exit code 137, SIGKILL)");
    }

    @Test
    void whoMayNotReadEventsIsToldThatNothingIsKnownOfThem() {
        told.forbids("events");

        var fit = told.fit(bound("ContainerCreating", ""), "");
        assertThat(fit.headline()).isEqualTo("It has a node: a; there it is ContainerCreating");
        assertThat(fit.unknownFacts()).singleElement().asString()
                .startsWith("What its kubelet says of it is not known");

        var runs = bound("", "");
        ((ObjectNode) runs.path("status")).put("phase", "Running");
        told.other("pods", runs);
        assertThat(told.fit(runs, "").unknownFacts()).as("of what runs nobody asks it").isEmpty();
    }
}
