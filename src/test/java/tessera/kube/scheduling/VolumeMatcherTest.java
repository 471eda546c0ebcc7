package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.schedule.Yaml;

import static org.assertj.core.api.Assertions.assertThat;

/** Which volume a claim gets, of those that there are. */
class VolumeMatcherTest {

    private static final String SUITABLE = "capacity: {storage: 10Gi}, storageClassName: fast, accessModes: [ReadWriteOnce]";

    private final List<BindableVolume> volumes = new ArrayList<>();

    private static BindableVolume volume(String name, String metadata, String spec) {
        return BindableVolume.fromJson(Yaml.of("""
                metadata: {name: %s%s}
                spec: {%s}
                status: {phase: Available}
                """.formatted(name, metadata, spec)));
    }

    private static BindableVolumeClaim claim(String spec) {
        return BindableVolumeClaim.fromJson(Yaml.of("""
                metadata: {namespace: ml, name: data, uid: u1}
                spec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}%s}
                """.formatted(spec)));
    }

    private String onNode(BindableVolumeClaim claim, Set<String> taken) {
        return VolumeMatcher.findOnNode(claim, volumes, "n1", Map.of("zone", "a"), taken).map(BindableVolume::name)
                .orElse("");
    }

    private String anywhere(BindableVolumeClaim claim, boolean waitsForConsumer) {
        return VolumeMatcher.findAnywhere(claim, volumes, waitsForConsumer).map(BindableVolume::name).orElse("");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "`` | capacity: {storage: 4Gi}, storageClassName: fast, accessModes: [ReadWriteOnce] | requested PV is too small",
        "`` | capacity: {storage: 9Gi}, storageClassName: slow, accessModes: [ReadWriteOnce] | storageClassName does not match",
        "`` | capacity: {storage: 9Gi}, storageClassName: fast, accessModes: [ReadWriteMany] | incompatible accessMode",
        "`` | " + SUITABLE + ", volumeMode: Block | incompatible volumeMode",
        "`` | " + SUITABLE + ", volumeAttributesClassName: gold | volumeAttributesClassName does not match",
        ", deletionTimestamp: now | " + SUITABLE + " | the volume is marked for deletion \"v\"",
        ", annotations: {volume.beta.kubernetes.io/storage-class: slow} | " + SUITABLE
                + " | storageClassName does not match"})
    void aVolumeThatDoesNotDoIsNotTakenAndSaysWhy(String metadata, String spec, String reason) {
        volumes.add(volume("v", metadata, spec));
        assertThat(onNode(claim(""), Set.of())).isEmpty();
        assertThat(anywhere(claim(""), false)).isEmpty();
        assertThat(volumes.getFirst().mismatchMessage(claim(""))).hasValue(reason);
    }

    @Test
    void theSmallestThatDoesIsTakenUnlessOneIsKeptForTheClaim() {
        volumes.add(volume("large", "", SUITABLE.replace("10Gi", "90Gi")));
        volumes.add(volume("small", "", SUITABLE));
        assertThat(onNode(claim(""), Set.of())).isEqualTo("small");
        assertThat(onNode(claim(""), Set.of("small"))).isEqualTo("large");
        assertThat(anywhere(claim(""), true)).isEmpty();

        volumes.add(volume("kept", "", SUITABLE.replace("10Gi", "95Gi") + ", claimRef: {namespace: ml, name: data}"));
        assertThat(onNode(claim(""), Set.of())).isEqualTo("kept");
        assertThat(anywhere(claim(""), true)).isEqualTo("kept");
    }

    @ParameterizedTest
    @CsvSource({"ml, data, u2", "ml, other, u1", "web, data, u1"})
    void aVolumeThatIsKeptForAnotherClaimIsNotTaken(String namespace, String name, String uid) {
        volumes.add(volume("kept", "",
                SUITABLE + ", claimRef: {namespace: %s, name: %s, uid: %s}".formatted(namespace, name, uid)));
        assertThat(onNode(claim(""), Set.of())).isEmpty();
        assertThat(volumes.getFirst().isOpenTo(claim(""))).isFalse();
    }

    @Test
    void aNodeHasToReachTheVolumeEvenOneThatIsKeptForTheClaim() {
        var elsewhere = ", nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [b]}]}]}}";
        volumes.add(volume("far", "", SUITABLE + elsewhere));
        assertThat(onNode(claim(""), Set.of())).isEmpty();
        assertThat(anywhere(claim(""), false)).isEqualTo("far");

        volumes.add(volume("near", "", SUITABLE));
        assertThat(onNode(claim(""), Set.of())).isEqualTo("near");
        volumes.add(volume("kept", "", SUITABLE + elsewhere + ", claimRef: {namespace: ml, name: data}"));
        assertThat(onNode(claim(""), Set.of())).isEmpty();
    }

    @Test
    void theSelectorOfTheClaimIsAboutVolumesThatAreKeptForNobody() {
        volumes.add(volume("silver", ", labels: {tier: silver}", SUITABLE));
        var golden = claim(", selector: {matchLabels: {tier: gold}}");
        assertThat(onNode(golden, Set.of())).isEmpty();
        volumes.add(volume("gold", ", labels: {tier: gold}", SUITABLE.replace("10Gi", "90Gi")));
        assertThat(onNode(golden, Set.of())).isEqualTo("gold");
    }

    @Test
    void theControllerTakesAVolumeWithFewAccessModesFirst() {
        volumes.add(volume("shared", "", SUITABLE.replace("[ReadWriteOnce]", "[ReadWriteOnce, ReadWriteMany]")));
        volumes.add(volume("single", "", SUITABLE.replace("10Gi", "90Gi")));
        assertThat(anywhere(claim(""), false)).isEqualTo("single");
        assertThat(onNode(claim(""), Set.of())).isEqualTo("shared");
    }

    @ParameterizedTest
    @CsvSource({"zone, a, true", "zone, b, false", "zone, a__b, true", "zone, b__c, false", "zone, b__, true",
        "region, r, false"})
    void theZonesOfAVolumeAreThoseOfItsLabels(String label, String value, boolean near) {
        var volume = volume("v", ", labels: {failure-domain.beta.kubernetes.io/%s: %s}".formatted(label, value),
                SUITABLE);
        assertThat(volume.isInPlaceOf(Map.of("topology.kubernetes.io/zone", "a"))).isEqualTo(near);
        assertThat(volume.isInPlaceOf(Map.of("zone", "x"))).isTrue();
    }

    @Test
    void aStorageClassMakesVolumesInItsTopologies() {
        var binding = StorageClassBinding.fromJson(Yaml.of("""
                provisioner: csi.example.com
                volumeBindingMode: WaitForFirstConsumer
                allowedTopologies:
                - matchLabelExpressions: []
                - matchLabelExpressions: [{key: zone, values: [a, b]}]
                """));
        assertThat(binding.provisionsEverywhere()).isFalse();
        assertThat(binding.topologies().matches("n", Map.of("zone", "b"))).isTrue();
        assertThat(binding.topologies().matches("n", Map.of("zone", "c"))).isFalse();
    }

    @Test
    void aVolumeThatIsKeptForAClaimNeedsItsAttributesToo() {
        volumes.add(volume("kept", "",
                SUITABLE + ", claimRef: {namespace: ml, name: data}," + " volumeAttributesClassName: gold"));

        assertThat(onNode(claim(""), Set.of())).isEmpty();
        assertThat(onNode(claim(", volumeAttributesClassName: gold"), Set.of())).isEqualTo("kept");
    }

    /** A chart writes a field without a value where its user gave none. */
    @Test
    void whatIsNullIsNotThere() {
        var claim = BindableVolumeClaim.fromJson(Yaml.of("""
                metadata: {namespace: ml, name: data}
                spec: {storageClassName: null, volumeName: null, volumeMode: null, volumeAttributesClassName: null}
                """));

        assertThat(claim.volume()).isEmpty();
        assertThat(claim.properties()).isEqualTo(new VolumeProperties("", "", 0, "Filesystem", Set.of()));
    }
}
