package tessera.scheduling;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.scheduling.PodFitResult.FitOutcome;

import static org.assertj.core.api.Assertions.assertThat;

/** What is told of pods that wait for their volumes. */
class PodVolumesTest {

    private static final String BOUND = "annotations: {pv.kubernetes.io/bind-completed: 'yes'}}, "
            + "spec: {volumeName: disk, accessModes: [ReadWriteOncePod]}, status: {phase: Bound}}";

    private final Told told = new Told();

    private void claim(String more) {
        told.other("persistentvolumeclaims",
                Told.yaml("{metadata: {namespace: ml, name: data, uid: u, %s}".formatted(more)));
    }

    private void disk(String metadata) {
        told.other("persistentvolumes", Told.yaml("{metadata: {name: disk%s}, spec: {}}".formatted(metadata)));
    }

    private PodFitResult fit(String volume) {
        return told.fit(Told.pod("wants", "cpu: 1", "volumes: [{name: v, %s}]".formatted(volume)), "");
    }

    private PodFitResult mounting() {
        return fit("persistentVolumeClaim: {claimName: data}");
    }

    private void node(String name, String zone) {
        told.node(Told.yaml("""
                metadata: {name: %s, labels: {topology.kubernetes.io/zone: %s}}
                status: {allocatable: {cpu: '16', memory: 64Gi, pods: '20'}}
                """.formatted(name, zone)));
    }

    @Test
    void aClaimForOnePodWaitsForThePodThatHasItWhereverThatRuns() {
        node("a", "one");
        node("b", "one");
        claim(BOUND);
        disk("");
        assertThat(mounting().outcome()).isEqualTo(FitOutcome.FITS);

        told.pod(Told.pod("holder", "cpu: 1",
                "nodeName: b\n  volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]"));
        var fit = mounting();
        assertThat(fit.summary())
                .isEqualTo("0/2 nodes are available: 2 node has pod using PersistentVolumeClaim with the "
                        + "same name and ReadWriteOncePod access mode. no new claims to deallocate, preemption: 0/2 nodes are "
                        + "available: 2 No preemption victims found for incoming pod.");
        assertThat(fit.outcome()).isEqualTo(FitOutcome.NOT_NOW);
        assertThat(fit.headline()).contains("the pod’s ReadWriteOncePod PVC is used by ml/holder");
        assertThat(fit.isWaitingForCapacity()).isFalse();
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).first().asString().contains("holder");
    }

    @Test
    void aVolumeOfAnotherZoneKeepsThePodFromNodesWithAZone() {
        node("a", "one");
        claim(BOUND);
        disk(", labels: {topology.kubernetes.io/zone: two__three}");
        var fit = mounting();
        assertThat(fit.summary()).startsWith("0/1 nodes are available: 1 node(s) had no available volume zone. ");
        assertThat(fit.headline()).isEqualTo("No node can reach the volume of PVC data");
        assertThat(fit.nodes().getFirst().failures()).singleElement().satisfies(
                failure -> assertThat(failure.text()).isEqualTo("the volume of PVC data is in another zone"));

        node("b", "three");
        assertThat(mounting().outcome()).isEqualTo(FitOutcome.FITS);
    }

    @Test
    void whereVolumesAreMadeInCertainPlacesOnlyThePodGoesThere() {
        node("a", "one");
        claim("}, spec: {storageClassName: made, resources: {requests: {storage: 1Gi}}}");
        told.other("storageclasses", Told.yaml("""
                metadata: {name: made}
                provisioner: csi.example.com
                volumeBindingMode: WaitForFirstConsumer
                allowedTopologies: [{matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [two]}]}]
                """));
        assertThat(mounting().summary())
                .startsWith("0/1 nodes are available: 1 node(s) didn't find available persistent volumes to bind. ");
        node("b", "two");
        assertThat(mounting().outcome()).isEqualTo(FitOutcome.FITS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            }, spec: {volumeName: disk}, status: {phase: Lost} | persistentvolumeclaim "data" bound to non-existent persistentvolume "disk" | The volume of PersistentVolumeClaim data no longer exists
            }, spec: {volumeName: disk}, status: {phase: Bound} | persistentvolume "disk" not found | The pod’s PVC references PersistentVolume disk, which does not exist
            """)
    void aClaimWhoseVolumeIsNoMoreIsToBeMadeAnew(String state, String message, String headline) {
        node("a", "one");
        claim(state + "}");
        var fit = mounting();
        assertThat(fit.summary()).isEqualTo("0/1 nodes are available: " + message + ". not found");
        assertThat(fit.headline()).isEqualTo(headline);
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text)
                .contains("Recreate PVC data, whose volume and data no longer exist.");
    }

    @Test
    void aClaimThatIsMadeForThePodIsWaitedFor() {
        node("a", "one");
        var fit = fit("ephemeral: {volumeClaimTemplate: {}}");
        assertThat(fit.summary())
                .isEqualTo("0/1 nodes are available: waiting for ephemeral volume controller to create "
                        + "the persistentvolumeclaim \"wants-v\". not found");
        assertThat(fit.headline())
                .isEqualTo("PersistentVolumeClaim wants-v of the ephemeral volume has not been created yet");
        assertThat(fit.remedies()).extracting(SchedulingRemedy::text).contains("Wait until PVC wants-v is created.");
    }

    @Test
    void oneVolumeServesOneClaim() {
        node("a", "one");
        told.other("storageclasses", Told.yaml("{metadata: {name: local}, volumeBindingMode: WaitForFirstConsumer}"));
        for (var name : new String[] {"x", "y"}) {
            told.other("persistentvolumeclaims",
                    Told.yaml("{metadata: {namespace: ml, name: %s, uid: %s}, ".formatted(name, name)
                            + "spec: {storageClassName: local, resources: {requests: {storage: 1Gi}}}}"));
        }
        told.other("persistentvolumes", Told.yaml("{metadata: {name: disk}, spec: {storageClassName: local, "
                + "capacity: {storage: 9Gi}}, status: {phase: Available}}"));
        var volumes = "persistentVolumeClaim: {claimName: x}}, {name: w, persistentVolumeClaim: {claimName: y}";
        assertThat(fit(volumes).summary())
                .startsWith("0/1 nodes are available: 1 node(s) didn't find available persistent volumes to bind. ");
        told.other("persistentvolumes", Told.yaml("{metadata: {name: more}, spec: {storageClassName: local, "
                + "capacity: {storage: 9Gi}}, status: {phase: Available}}"));
        assertThat(fit(volumes).outcome()).isEqualTo(FitOutcome.FITS);
    }
}
