package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Which volumes claims get. */
class VolumesTest {

    private World world;

    @BeforeEach
    void begin() throws IOException {
        world = new World(60).nodes(1).start();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void volume(String name, String spec) {
        world.create("""
                kind: PersistentVolume
                apiVersion: v1
                metadata: {name: %s, labels: {data: imagenet}}
                spec: {accessModes: [ReadWriteMany, ReadOnlyMany], nfs: {server: filer, path: /}, %s}
                """.formatted(name, spec.contains("capacity") ? spec : spec + ", capacity: {storage: 1Ti}"));
    }

    private void claim(String name, String spec) {
        world.create("""
                kind: PersistentVolumeClaim
                apiVersion: v1
                metadata: {name: %s, namespace: work}
                spec: {resources: {requests: {storage: 100Gi}}, %s}
                """.formatted(name, spec));
    }

    private void pod(String name, String claim) {
        world.create("""
                kind: Pod
                apiVersion: v1
                metadata: {name: %s, namespace: work}
                spec:
                  containers: [{name: main, image: 'busybox:1', command: [sleep, infinity]}]
                  volumes: [{name: data, persistentVolumeClaim: {claimName: %s}}]
                """.formatted(name, claim));
    }

    private ObjectNode bound(String claim, String volume) {
        world.awaitObject("persistentvolumes", "", volume,
                found -> SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Bound")
                        && SimulatedStoreJsonCodec.textAt(found, "spec", "claimRef", "name").equals(claim));
        return world.awaitObject("persistentvolumeclaims", "work", claim,
                found -> SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Bound")
                        && SimulatedStoreJsonCodec.textAt(found, "spec", "volumeName").equals(volume));
    }

    @Test
    void aClaimThatNamesAVolumeIsBoundToItAndItsPodRuns() {
        volume("imagenet", "storageClassName: ''");
        claim("data", "accessModes: [ReadWriteMany], storageClassName: '', volumeName: imagenet");
        assertThat(SimulatedStoreJsonCodec.textAt(bound("data", "imagenet"), "status", "capacity", "storage"))
                .isEqualTo("1Ti");
        pod("reader", "data");
        world.awaitObject("pods", "work", "reader", World::ready);
    }

    @Test
    void aClaimWaitsForTheVolumeThatItNames() {
        claim("data", "accessModes: [ReadWriteMany], storageClassName: '', volumeName: imagenet");
        volume("imagenet", "storageClassName: ''");
        bound("data", "imagenet");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            accessModes: [ReadWriteOnce], storageClassName: ''                        | VolumeMismatch | Cannot bind to requested volume "imagenet": incompatible accessMode
            accessModes: [ReadWriteMany], storageClassName: fast                      | VolumeMismatch | Cannot bind to requested volume "imagenet": storageClassName does not match
            accessModes: [ReadWriteMany], storageClassName: '', volumeMode: Block     | VolumeMismatch | Cannot bind to requested volume "imagenet": incompatible volumeMode
            """)
    void aClaimThatCannotHaveTheVolumeThatItNamesSaysWhy(String spec, String reason, String message) {
        volume("imagenet", "storageClassName: ''");
        claim("data", spec + ", volumeName: imagenet");
        world.await(() -> world.events(reason), events -> events.contains(message));
    }

    @Test
    void aVolumeThatAnotherClaimHasIsNotHandedOnNotEvenWhenThatIsGone() {
        volume("imagenet", "storageClassName: ''");
        claim("first", "accessModes: [ReadWriteMany], storageClassName: ''");
        bound("first", "imagenet");
        claim("second", "accessModes: [ReadWriteMany], storageClassName: '', volumeName: imagenet");
        world.await(() -> world.events("FailedBinding"),
                events -> events.contains("volume \"imagenet\" already bound to a different claim."));
        world.delete("persistentvolumeclaims", "work", "first", SimulatedDeleteOptions.USUAL);
        world.awaitObject("persistentvolumes", "", "imagenet",
                found -> SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Released"));
        world.edit("persistentvolumes", "", "imagenet",
                volume -> SimulatedStoreJsonCodec.childObject(volume, "spec").remove("claimRef"));
        bound("second", "imagenet");
    }

    @Test
    void aClaimWaitsForTheStorageClassThatItNames() {
        claim("data", "accessModes: [ReadWriteOnce], storageClassName: soon");
        world.await(() -> world.events("ProvisioningFailed"),
                events -> events.contains("storageclass.storage.k8s.io \"soon\" not found"));
        world.create("{kind: StorageClass, apiVersion: storage.k8s.io/v1, metadata: {name: soon}, "
                + "provisioner: disks.example.com, reclaimPolicy: Retain}");
        var claim = world.awaitObject("persistentvolumeclaims", "work", "data",
                found -> SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Bound"));
        var volume = world.awaitObject("persistentvolumes", "",
                SimulatedStoreJsonCodec.textAt(claim, "spec", "volumeName"), found -> true);
        assertThat(volume.at("/spec/persistentVolumeReclaimPolicy").asText()).isEqualTo("Retain");
        assertThat(volume.at("/spec/csi/driver").asText()).isEqualTo("disks.example.com");
    }

    @Test
    void aClaimThatNamesNoneGetsTheSmallestFreeVolumeThatItsSelectorAllows() {
        volume("large", "storageClassName: '', capacity: {storage: 9Ti}");
        volume("other", "storageClassName: ''");
        world.edit("persistentvolumes", "", "other", volume -> SimulatedStoreJsonCodec
                .childObject(SimulatedStoreJsonCodec.childObject(volume, "metadata"), "labels").put("data", "cifar"));
        world.awaitObject("persistentvolumes", "", "large", VolumesTest::available);
        world.awaitObject("persistentvolumes", "", "other", VolumesTest::available);
        claim("data", "accessModes: [ReadOnlyMany], storageClassName: '', selector: {matchLabels: {data: imagenet}}");
        bound("data", "large");
        claim("more", "accessModes: [ReadOnlyMany], storageClassName: ''");
        bound("more", "other");
    }

    private static boolean available(ObjectNode volume) {
        return SimulatedStoreJsonCodec.textAt(volume, "status", "phase").equals("Available");
    }

    @Test
    void whatWaitsForAPodIsProvisionedOnceThatHasItsNodeAndGoesWithItsClaim() {
        world.create("{kind: StorageClass, apiVersion: storage.k8s.io/v1, metadata: {name: late}, "
                + "provisioner: rbd.csi.ceph.com, volumeBindingMode: WaitForFirstConsumer}");
        claim("scratch", "accessModes: [ReadWriteOnce], storageClassName: late");
        world.await(() -> world.events("WaitForFirstConsumer"), events -> !events.isEmpty());
        pod("writer", "scratch");
        var claim = world.awaitObject("persistentvolumeclaims", "work", "scratch",
                found -> SimulatedStoreJsonCodec.textAt(found, "status", "phase").equals("Bound"));
        world.awaitObject("pods", "work", "writer", World::ready);
        world.delete("persistentvolumeclaims", "work", "scratch", SimulatedDeleteOptions.USUAL);
        world.await(() -> world.find("persistentvolumeclaims", "work", "scratch"),
                found -> found != null && found.path("metadata").has("deletionTimestamp"));
        world.delete("pods", "work", "writer", SimulatedDeleteOptions.USUAL);
        world.awaitGone("persistentvolumeclaims", "work", "scratch");
        world.awaitGone("persistentvolumes", "", SimulatedStoreJsonCodec.textAt(claim, "spec", "volumeName"));
    }

    @Test
    void aClaimThatWaitsForAPodGetsAVolumeThatIsKeptForItAtOnceAndAnyOtherWithinReachOfThePod() {
        world.create("{kind: StorageClass, apiVersion: storage.k8s.io/v1, metadata: {name: local}, "
                + "provisioner: kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}");
        volume("kept", "storageClassName: local, claimRef: {namespace: work, name: mine}");
        volume("far",
                "storageClassName: local, capacity: {storage: 200Gi}, nodeAffinity: {required: {nodeSelectorTerms: "
                        + "[{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [elsewhere]}]}]}}");
        volume("near", "storageClassName: local, capacity: {storage: 300Gi}");
        for (var name : List.of("kept", "far", "near")) {
            world.awaitObject("persistentvolumes", "", name, VolumesTest::available);
        }
        claim("mine", "accessModes: [ReadWriteMany], storageClassName: local");
        bound("mine", "kept");
        claim("late", "accessModes: [ReadWriteMany], storageClassName: local");
        world.await(() -> world.events("WaitForFirstConsumer"), events -> !events.isEmpty());
        pod("writer", "late");
        bound("late", "near");
    }
}
