package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.patch.Recording;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.recording;

/** Applies and custom resources on their whole way, as a real API server took them. */
class SimulatedApiWritePipelineTest {

    private static final SimulatedKindSchema CLUSTER_POLICY = SimulatedKindSchema
            .fromDefinition(recording("12-custom-resources/crd-create").response(), "v1").orElseThrow();

    private final SimulatedApiWritePipeline rules = new SimulatedApiWritePipeline(new World(), new DriverEnabled());

    /** What the recorded definition says: the driver is enabled unless told otherwise. */
    private static final class DriverEnabled implements SimulatedCrdSchemaRules {

        @Override
        public ObjectNode withDefaults(SimulatedKindSchema kind, ObjectNode object) {
            var result = object.deepCopy();
            JsonTreeOperations.changeChild(SimulatedStoreJsonCodec.childObject(result, "spec"), "driver",
                    driver -> JsonTreeOperations.putIfMissing(driver, "enabled", true));
            return result;
        }

        @Override
        public List<StatusCause> validate(SimulatedKindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
            return object.at("/spec/driver/enabled").asBoolean() ? List.of()
                    : List.of(new StatusCause("FieldValueInvalid", "Invalid value: no driver", "spec"));
        }
    }

    @Test
    void aPodThatIsAppliedIsCompletedButOnlyWhatWasAppliedIsOwned() throws SimulatedApiException {
        var recording = recording("07-server-side-apply/apply-gpu-pod");
        var request = Requests.request(recording, true);
        var written = rules.apply(request, null, recording.object(), false, birth(recording, "gbrsl"));
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
    }

    @ParameterizedTest
    @CsvSource({"apply-create,", "apply-again-no-change, apply-create", "apply-same-value-shared, apply-create",
        "apply-force, apply-same-value-shared", "apply-drop-field, apply-force", "apply-dry-run, apply-drop-field"})
    void applyingGoesTheWholeWay(String name, @Nullable String before) throws SimulatedApiException {
        var recording = recording("07-server-side-apply/" + name);
        var stored = before == null ? null : recording("07-server-side-apply/" + before).response();
        var written = rules.apply(Requests.request(recording, true), stored, recording.object(),
                recording.query().containsKey("force"), birth(recording, "abcde"));
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
        assertThat(written.changed()).isEqualTo(!name.equals("apply-again-no-change"));
    }

    @Test
    void anAppliedObjectHasTheNameOfItsAddress() {
        var recording = recording("07-server-side-apply/apply-name-mismatch");
        var stored = recording("07-server-side-apply/apply-drop-field").response();
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> rules.apply(Requests.request(recording, true), stored, recording.object(), false,
                        birth(recording, "abcde")));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @ParameterizedTest
    @CsvSource({"create", "create-unknown-field"})
    void aCustomResourceIsPrunedCompletedAndOwned(String name) throws SimulatedApiException {
        var recording = recording("12-custom-resources/" + name);
        var written = rules.create(request("", ""), recording.object(), List.of(), birth(recording, "abcde"));
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
        assertThat(written.warnings()).isEqualTo(recording.warnings());
    }

    @ParameterizedTest
    @CsvSource({"patch-merge, create, ''", "patch-json, patch-merge, ''", "patch-status, patch-json, status",
        "patch-status-through-main, patch-status, ''", "patch-spec-through-status, patch-status, status"})
    void aCustomResourceChangesHalfByHalf(String name, String before, String subresource) throws SimulatedApiException {
        var recording = recording("12-custom-resources/" + name);
        var patch = recording.header("Content-Type").orElseThrow().contains("json-patch")
                ? SimulatedObjectPatch.of(PatchKind.JSON, recording.body())
                : SimulatedObjectPatch.of(PatchKind.MERGE, recording.body());
        var written = rules.patch(request("cluster-policy", subresource),
                recording("12-custom-resources/" + before).response(), patch, recording.at());
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
    }

    @Test
    void aCustomResourceIsAppliedLikeAnyOther() throws SimulatedApiException {
        var recording = recording("12-custom-resources/apply");
        var written = rules.apply(
                new SimulatedApiWriteRequest(CLUSTER_POLICY, "", "cluster-policy", "", "helm",
                        SimulatedFieldValidationMode.STRICT),
                recording("12-custom-resources/patch-spec-through-status").response(), recording.object(), false,
                birth(recording, "abcde"));
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
    }

    @Test
    void aCustomResourceIsNotReplacedWithoutItsVersion() {
        var recording = recording("12-custom-resources/put-without-rv");
        var error = catchThrowableOfType(SimulatedApiException.class, () -> rules.update(request("cluster-policy", ""),
                recording("12-custom-resources/apply").response(), recording.object(), List.of(), recording.at()));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @Test
    void unknownFieldsOfACustomResourceAreRefusedWhenAsked() {
        var recording = recording("12-custom-resources/create-unknown-field-strict");
        var strict = new SimulatedApiWriteRequest(CLUSTER_POLICY, "", "", "", "m", SimulatedFieldValidationMode.STRICT);
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> rules.create(strict, recording.object(), List.of(), birth(recording, "abcde")));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @Test
    void whatTheDefinitionFindsWrongIsRefused() {
        var body = Recording.json("{'metadata':{'name':'x'},'spec':{'driver':{'enabled':false}}}");
        var error = catchThrowableOfType(SimulatedApiException.class, () -> rules.create(request("", ""), body,
                List.of(), birth(recording("12-custom-resources/create"), "abcde")));
        assertThat(error).hasMessage("ClusterPolicy.nvidia.com \"x\" is invalid: spec: Invalid value: no driver");
    }

    private static SimulatedApiWriteRequest request(String name, String subresource) {
        return new SimulatedApiWriteRequest(CLUSTER_POLICY, "", name, subresource, "contract-recorder",
                SimulatedFieldValidationMode.WARN);
    }

    private static SimulatedServerGeneratedMetadata birth(Recording recording, String suffix) {
        return new SimulatedServerGeneratedMetadata(recording.response().at("/metadata/uid").asText(), suffix,
                recording.at());
    }
}
