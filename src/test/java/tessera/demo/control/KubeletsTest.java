package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of pods on their nodes. */
class KubeletsTest {

    private World world;

    @BeforeEach
    void begin() throws IOException {
        world = new World(60).nodes(1).start();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void pod(String name, String spec) {
        world.create(
                "{kind: Pod, apiVersion: v1, metadata: {name: %s, namespace: work}, spec: %s}".formatted(name, spec));
    }

    private static String waiting(ObjectNode pod) {
        return pod.at("/status/containerStatuses/0/state/waiting/reason").asText();
    }

    @Test
    void aPodThatEndsWellHasSucceeded() {
        pod("short", "{restartPolicy: Never, containers: [{name: main, image: 'busybox:1', command: [sleep, '3']}]}");
        var pod = world.awaitObject("pods", "work", "short",
                found -> SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Succeeded"));
        assertThat(pod.at("/status/containerStatuses/0/state/terminated/reason").asText()).isEqualTo("Completed");
        assertThat(pod.at("/status/containerStatuses/0/state/terminated/exitCode").asInt()).isZero();
    }

    @Test
    void aPodThatFailsAgainAndAgainBacksOff() {
        pod("bad", "{containers: [{name: main, image: 'busybox:1', command: [sh, -c, 'sleep 1; exit 2']}]}");
        var pod = world.awaitObject("pods", "work", "bad", found -> waiting(found).equals("CrashLoopBackOff")
                && found.at("/status/containerStatuses/0/restartCount").asInt() >= 2);
        assertThat(pod.at("/status/containerStatuses/0/lastState/terminated/exitCode").asInt()).isEqualTo(2);
        assertThat(pod.at("/status/containerStatuses/0/state/waiting/message").asText())
                .matches("back-off .* restarting failed container=main pod=bad_work\\(.*\\)");
        assertThat(world.events("BackOff")).isNotEmpty();
    }

    private static String starting(String name, String command) {
        return "{initContainers: [{name: %s, image: 'busybox:1', command: [sh, -c, '%s']}], ".formatted(name, command)
                + "containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]}";
    }

    private static JsonNode first(JsonNode pod) {
        return pod.at("/status/initContainerStatuses/0");
    }

    @Test
    void aPodWhoseInitContainerFailsTriesItAgainAndAgain() {
        pod("lost", starting("prepare", "echo no credentials; exit 4"));
        var pod = world.awaitObject("pods", "work", "lost",
                found -> first(found).at("/state/waiting/reason").asText().equals("CrashLoopBackOff")
                        && first(found).path("restartCount").asInt() >= 1);
        assertThat(first(pod).at("/lastState/terminated/exitCode").asInt()).isEqualTo(4);
        assertThat(waiting(pod)).isEqualTo("PodInitializing");
        assertThat(world.events("BackOff")).anySatisfy(message -> assertThat(message).contains("container prepare"));
    }

    @Test
    void aPodThatIsNotToStartAgainFailsWithItsInitContainer() {
        pod("over", starting("prepare", "false").replaceFirst("\\{", "{restartPolicy: Never, "));
        var pod = world.awaitObject("pods", "work", "over",
                found -> SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Failed"));
        assertThat(first(pod).at("/state/terminated/reason").asText()).isEqualTo("Error");
        assertThat(waiting(pod)).isEqualTo("PodInitializing");
    }

    @Test
    void anInitContainerThatWaitsForSomethingKeepsThePodFromStarting() {
        pod("patient", starting("wait", "until nslookup model-store; do sleep 2; done"));
        pod("other", starting("fetch", "test -s /models/x || { wget http://models/x && mv x /models; }"));
        world.awaitObject("pods", "work", "other", World::ready);
        var pod = Objects.requireNonNull(world.find("pods", "work", "patient"));
        assertThat(first(pod).path("state").has("running")).isTrue();
        assertThat(SimulatedStoreJsonCodec.textAt(pod, "status", "phase")).isEqualTo("Pending");
    }

    @Test
    void aContainerThatTakesMoreMemoryThanItMayHaveIsKilledAndThoseBesideItRunOn() {
        pod("greedy",
                "{containers: [{name: main, image: 'busybox:1', command: [sh, -c, 'stress-ng --vm 2 --vm-bytes 1G'],"
                        + " resources: {limits: {memory: 1Gi}}}, {name: beside, image: 'busybox:1', command: [sleep, infinity]}]}");
        var pod = world.awaitObject("pods", "work", "greedy", found -> waiting(found).equals("CrashLoopBackOff"));
        var last = pod.at("/status/containerStatuses/0/lastState/terminated");
        assertThat(last.path("reason").asText()).isEqualTo("OOMKilled");
        assertThat(last.path("exitCode").asInt()).isEqualTo(137);
        assertThat(pod.at("/status/containerStatuses/1/state").has("running")).isTrue();
    }

    @Test
    void anImageThatNobodyHasIsPulledInVain() {
        pod("typo", "{containers: [{name: main, image: 'registry.example/does-not-exist:1'}]}");
        world.awaitObject("pods", "work", "typo", pod -> waiting(pod).equals("ImagePullBackOff"));
        pod("capitals", "{containers: [{name: main, image: 'registry.example/Team/model:1'}]}");
        world.awaitObject("pods", "work", "capitals", pod -> waiting(pod).equals("InvalidImageName"));
        assertThat(world.events("Failed")).anySatisfy(message -> assertThat(message).contains("not found"));
    }

    @Test
    void aVolumeIsNotMountedBeforeItsSecretIsThere() {
        pod("sealed", """
                {containers: [{name: main, image: 'busybox:1', command: [sleep, infinity],
                  volumeMounts: [{name: key, mountPath: /key}]}],
                 volumes: [{name: key, secret: {secretName: seal}}, {name: idle, configMap: {name: nobody-mounts-it}}]}
                """);
        world.await(() -> world.events("FailedMount"), messages -> !messages.isEmpty());
        assertThat(world.events("FailedMount"))
                .containsOnly("MountVolume.SetUp failed for volume \"key\" : secret \"seal\" not found");
        assertThat(waiting(Objects.requireNonNull(world.find("pods", "work", "sealed"))))
                .isEqualTo("ContainerCreating");
        world.create("{kind: Secret, apiVersion: v1, metadata: {name: seal, namespace: work}, stringData: {a: b}}");
        world.awaitObject("pods", "work", "sealed", World::ready);
    }

    @Test
    void aContainerIsNotCreatedBeforeWhatItsVariablesAreTakenFromIsThere() {
        pod("tuned", """
                {containers: [{name: main, image: 'busybox:1', command: [sleep, infinity],
                  envFrom: [{secretRef: {name: spare, optional: true}}],
                  env: [{name: RATE, valueFrom: {configMapKeyRef: {name: tuning, key: rate}}}]}]}
                """);
        var without = world.awaitObject("pods", "work", "tuned",
                pod -> waiting(pod).equals("CreateContainerConfigError"));
        assertThat(without.at("/status/containerStatuses/0/state/waiting/message").asText())
                .isEqualTo("configmap \"tuning\" not found");
        world.create(
                "{kind: ConfigMap, apiVersion: v1, metadata: {name: tuning, namespace: work}, data: {speed: '1'}}");
        world.await(() -> world.events("Failed"),
                messages -> messages.contains("Error: couldn't find key rate in ConfigMap work/tuning"));
        world.delete("configmaps", "work", "tuning", SimulatedDeleteOptions.USUAL);
        world.create("{kind: ConfigMap, apiVersion: v1, metadata: {name: tuning, namespace: work}, data: {rate: '1'}}");
        world.awaitObject("pods", "work", "tuned", World::ready);
    }

    @Test
    void aContainerThatLacksItsVariablesWaitsAloneAndThePodIsPendingMeanwhile() {
        pod("pair", """
                {containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]},
                  {name: tuned, image: 'busybox:1', command: [sleep, infinity],
                   envFrom: [{configMapRef: {name: tuning}}]}]}
                """);
        var half = world.awaitObject("pods", "work", "pair", pod -> pod
                .at("/status/containerStatuses/1/state/waiting/reason").asText().equals("CreateContainerConfigError"));
        assertThat(half.at("/status/containerStatuses/0/state/running").isObject()).isTrue();
        assertThat(half.at("/status/containerStatuses/0/ready").asBoolean()).isTrue();
        assertThat(SimulatedStoreJsonCodec.textAt(half, "status", "phase")).isEqualTo("Pending");
        assertThat(World.ready(half)).isFalse();
        world.create("{kind: ConfigMap, apiVersion: v1, metadata: {name: tuning, namespace: work}, data: {a: b}}");
        var whole = world.awaitObject("pods", "work", "pair", World::ready);
        assertThat(SimulatedStoreJsonCodec.textAt(whole, "status", "phase")).isEqualTo("Running");
    }

    @Test
    void anInitContainerThatLacksItsVariablesHoldsUpTheOthers() {
        pod("staged", """
                {initContainers: [{name: fetch, image: 'busybox:1', command: ['true'],
                   envFrom: [{secretRef: {name: hub}}]}],
                 containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]}
                """);
        var held = world.awaitObject("pods", "work", "staged",
                pod -> pod.at("/status/initContainerStatuses/0/state/waiting/reason").asText()
                        .equals("CreateContainerConfigError"));
        assertThat(waiting(held)).isEqualTo("PodInitializing");
        world.create("{kind: Secret, apiVersion: v1, metadata: {name: hub, namespace: work}, stringData: {a: b}}");
        world.awaitObject("pods", "work", "staged", World::ready);
    }

    @Test
    void aPodPutOnANodeWithoutDevicesForItIsRefusedThere() {
        pod("greedy", "{nodeName: w-1, containers: [{name: main, image: 'busybox:1', "
                + "resources: {limits: {nvidia.com/gpu: '9'}}}]}");
        var pod = world.awaitObject("pods", "work", "greedy",
                found -> SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Failed"));
        assertThat(SimulatedStoreJsonCodec.textAt(pod, "status", "reason")).isEqualTo("UnexpectedAdmissionError");
        assertThat(SimulatedStoreJsonCodec.textAt(pod, "status", "message"))
                .contains("unavailable for nvidia.com/gpu. Requested: 9, " + "Available: 8, which is unexpected");
    }

    @Test
    void aDeletedPodEndsInItsTimeOfGraceAndThenGoes() {
        pod("going", "{containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]}");
        world.awaitObject("pods", "work", "going", World::ready);
        world.delete("pods", "work", "going", SimulatedDeleteOptions.USUAL);
        assertThat(world.find("pods", "work", "going"))
                .satisfies(pod -> assertThat(String.valueOf(pod)).contains("deletionTimestamp"));
        world.awaitGone("pods", "work", "going");
        assertThat(world.events("Killing")).containsExactly("Stopping container main");
    }

    @Test
    void aPodThatAFinalizerHoldsShowsThatItHasEnded() {
        world.create("""
                kind: Pod
                apiVersion: v1
                metadata: {name: held, namespace: work, finalizers: [example.com/hold]}
                spec: {containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]}
                """);
        world.awaitObject("pods", "work", "held", World::ready);
        world.delete("pods", "work", "held", SimulatedDeleteOptions.USUAL);
        world.awaitObject("pods", "work", "held",
                pod -> SimulatedStoreJsonCodec.textAt(pod, "status", "phase").equals("Failed"));
        world.edit("pods", "work", "held",
                pod -> SimulatedStoreJsonCodec.childObject(pod, "metadata").remove("finalizers"));
        world.awaitGone("pods", "work", "held");
    }
}
