package tessera.scheduling;

import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.lint.source.ManifestJsonConverter;
import tessera.scheduling.spec.ManifestPodFinder;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.scheduling.Told.yaml;

/** Where a cluster has more objects of a kind than are read, nobody is told that these were all. */
class CutListsTest {

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: wants, namespace: ml}
            spec:
              containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]
            """;

    private final Told told = new Told();

    private PredictedPodPlacement launch(String manifest) throws Exception {
        told.node(yaml("{metadata: {name: a}, status: {allocatable: {nvidia.com/gpu: 8, pods: 110}}}"));
        return new ManifestPlacementPredictor(told)
                .checkManifest(new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(told.snapshot()),
                        ManifestPodFinder.readContents(ManifestJsonConverter.parseDocuments(manifest), "ml"))
                .getFirst();
    }

    @Test
    void whatAnAutoscalerSaysIsLookedForInSoManyEventsAndThatIsSaid() {
        told.node(yaml("{metadata: {name: a}, status: {allocatable: {nvidia.com/gpu: 8, pods: 110}}}"));
        var waiting = yaml("""
                metadata: {namespace: ml, name: wants, uid: uid-wants}
                spec: {containers: [{resources: {limits: {nvidia.com/gpu: 9}}}]}
                """);
        told.other("events", yaml("{metadata: {name: e}, involvedObject: {uid: other}}"));
        assertThat(told.fit(waiting, "").unknownFacts()).isEmpty();

        told.cuts("events");
        assertThat(told.fit(waiting, "").unknownFacts())
                .containsExactly("Only 1 events of ml were read, but more exist");
    }

    @Test
    void whatQuotasLeaveAndLimitRangesAddIsNotKnownWhereNotAllWereRead() throws Exception {
        assertThat(launch(POD).unknown()).isEmpty();

        told.cuts("resourcequotas");
        told.cuts("limitranges");
        assertThat(launch(POD).unknown()).containsExactlyInAnyOrder(
                "Cannot tell whether a LimitRange sets or rejects requests",
                "Cannot tell how much is left in the ResourceQuotas of namespace ml");
    }

    @Test
    void whatNamesNoPriorityClassGetsTheUsualOneAndWhichThatIsIsNotKnownWhereNotAllWereRead() throws Exception {
        told.pod(Told.pod("low", "nvidia.com/gpu: 8", "nodeName: a\n  priority: 10"));
        assertThat(launch(POD).fit().headline()).doesNotContain("may evict");

        told.other("priorityclasses", yaml("{metadata: {name: standard}, value: 1000, globalDefault: true}"));
        assertThat(launch(POD).fit().headline())
                .endsWith("The scheduler may preempt lower-priority pods on a for the pod.");

        told.cuts("priorityclasses");
        assertThat(launch(POD).unknown()).containsExactly("The priority of pods without a PriorityClass is not known");
    }

    @Test
    void whichStorageClassIsTheUsualOneIsNotKnownWhereNotAllWereRead() throws Exception {
        told.other("storageclasses", yaml("{metadata: {name: slow}, provisioner: example.com/disks}"));
        var manifest = POD.replace("spec:\n", "spec:\n  volumes: [{persistentVolumeClaim: {claimName: data}}]\n") + """
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: ml}
                spec: {resources: {requests: {storage: 1Gi}}}
                """;
        assertThat(launch(manifest).fit().outcome()).isEqualTo(PodFitResult.FitOutcome.REFUSED);

        told.cuts("storageclasses");
        var cut = launch(manifest);
        assertThat(cut.fit().outcome()).isNotEqualTo(PodFitResult.FitOutcome.REFUSED);
        assertThat(cut.fit().unknownFacts()).contains("Only 1 storageclasses were read, but more exist");
    }
}
