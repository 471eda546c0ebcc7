package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;
import tessera.gpu.Sample;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.scheduling.ClusterObjectSource;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;

/** Of work whose pods a quota refused it is told how the quota stands now, and not how it stood then. */
class RefusedPodEventReaderTest {

    private static final String REPLICAS = """
            kind: ReplicaSet
            metadata: {namespace: ml, name: llm-1, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: llm,
              controller: true}]}
            spec: {replicas: 4}
            status: {replicas: 1}
            """;

    /** One event, and the objects that it leads to. */
    private record Cluster(JsonNode event, Map<String, JsonNode> objects) implements ClusterObjectSource {

        @Override
        public Optional<JsonNode> find(ObjectRef object) {
            return Optional.ofNullable(objects.get(object.name()));
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) {
            if (selectors.contains("FailedCreate")) {
                reader.accept(event);
            }
            return true;
        }
    }

    private static JsonNode yaml(String text) {
        try {
            return new YAMLMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CreationFailureEvent note(int hard, int used) throws Exception {
        var event = yaml("""
                metadata: {name: e}
                involvedObject: {apiVersion: apps/v1, kind: ReplicaSet, namespace: ml, name: llm-1, uid: '?'}
                reason: FailedCreate
                lastTimestamp: %s
                message: 'Error creating: pods "llm-1-x" is forbidden: exceeded quota: team, requested:
                  requests.nvidia.com/gpu=2, used: requests.nvidia.com/gpu=3, limited: requests.nvidia.com/gpu=4'
                """.formatted(NOW.minus(Duration.ofMinutes(1))));
        var quota = yaml("status: {hard: {requests.nvidia.com/gpu: '%d'}, used: {requests.nvidia.com/gpu: '%d'}}"
                .formatted(hard, used));
        var found = new RefusedPodEventReader(new Cluster(event, Map.of("team", quota, "llm-1", yaml(REPLICAS))))
                .read("", new Sample().snapshot(), NOW);
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    @Test
    void whatIsProposedIsEnoughForAllThatAreLackingByNow() throws Exception {
        var note = note(8, 7);

        assertThat(note.object()).isEqualTo("deployment/llm -n ml");
        assertThat(note.message()).contains("exceeded quota: team");
        assertThat(note.remediation()).hasValue(new FindingRemediation.QuotaIncreaseRemedy("ml", "team",
                new RequiredQuota(Map.of("requests.nvidia.com/gpu", "13"), 3)));
    }

    @Test
    void aQuotaThatHasRoomByNowIsNotToBeChanged() throws Exception {
        var note = note(9, 7);

        assertThat(note.quotaHasRoom()).isTrue();
        assertThat(note.message()).contains("exceeded quota: team");
        assertThat(note.remediation()).isEmpty();
    }

    @Test
    void thatItHasRoomByNowIsForInformation() throws Exception {
        var finding = note(9, 7).finding(GpuStackSymptomCatalog.standard(),
                new GpuStackSymptomCatalog.SymptomPlaceholderValues("deployment/llm -n ml", "",
                        Map.of("what", "deployment/llm", "namespace", "ml")));

        assertThat(finding).hasValueSatisfying(told -> {
            assertThat(told.id()).isEqualTo("quota-roomy");
            assertThat(told.headline())
                    .isEqualTo("A ResourceQuota rejected pods of deployment/llm, but has room for them now");
        });
    }
}
