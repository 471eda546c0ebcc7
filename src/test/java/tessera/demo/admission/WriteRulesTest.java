package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.admission.decoding.FieldValidation;
import tessera.demo.admission.lifecycle.InitialMetadata;
import tessera.demo.admission.write.CustomKindRules;
import tessera.demo.admission.write.PatchBody;
import tessera.demo.admission.write.WriteRequest;
import tessera.demo.admission.write.WriteRules;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.patch.Recording;
import tessera.demo.patch.schema.KindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.recording;

/** Applies and custom resources on their whole way, as a real API server took them. */
class WriteRulesTest {

    private static final KindSchema CLUSTER_POLICY = KindSchema
            .fromDefinition(recording("12-custom-resources/crd-create").response(), "v1").orElseThrow();

    private final WriteRules rules = new WriteRules(new World(), new DriverEnabled());

    /** What the recorded definition says: the driver is enabled unless told otherwise. */
    private static final class DriverEnabled implements CustomKindRules {

        @Override
        public ObjectNode withDefaults(KindSchema kind, ObjectNode object) {
            var result = object.deepCopy();
            JsonTrees.changeChild(JsonTrees.childObject(result, "spec"), "driver",
                    driver -> JsonTrees.putIfMissing(driver, "enabled", true));
            return result;
        }

        @Override
        public List<Cause> validate(KindSchema kind, ObjectNode object, @Nullable ObjectNode old) {
            return object.at("/spec/driver/enabled").asBoolean() ? List.of()
                    : List.of(new Cause("FieldValueInvalid", "Invalid value: no driver", "spec"));
        }
    }

    @Test
    void aPodThatIsAppliedIsCompletedButOnlyWhatWasAppliedIsOwned() throws ApiError {
        var recording = recording("07-server-side-apply/apply-gpu-pod");
        var request = Requests.request(recording, true);
        var written = rules.apply(request, null, recording.object(), false, birth(recording, "gbrsl"));
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
    }

    @ParameterizedTest
    @CsvSource({"apply-create,", "apply-again-no-change, apply-create", "apply-same-value-shared, apply-create",
        "apply-force, apply-same-value-shared", "apply-drop-field, apply-force", "apply-dry-run, apply-drop-field"})
    void applyingGoesTheWholeWay(String name, @Nullable String before) throws ApiError {
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
        var error = catchThrowableOfType(ApiError.class, () -> rules.apply(Requests.request(recording, true), stored,
                recording.object(), false, birth(recording, "abcde")));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @ParameterizedTest
    @CsvSource({"create", "create-unknown-field"})
    void aCustomResourceIsPrunedCompletedAndOwned(String name) throws ApiError {
        var recording = recording("12-custom-resources/" + name);
        var written = rules.create(request("", ""), recording.object(), List.of(), birth(recording, "abcde"));
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
        assertThat(written.warnings()).isEqualTo(recording.warnings());
    }

    @ParameterizedTest
    @CsvSource({"patch-merge, create, ''", "patch-json, patch-merge, ''", "patch-status, patch-json, status",
        "patch-status-through-main, patch-status, ''", "patch-spec-through-status, patch-status, status"})
    void aCustomResourceChangesHalfByHalf(String name, String before, String subresource) throws ApiError {
        var recording = recording("12-custom-resources/" + name);
        var patch = recording.header("Content-Type").orElseThrow().contains("json-patch")
                ? new PatchBody.JsonPatchBody(recording.body())
                : new PatchBody.MergePatchBody(recording.body());
        var written = rules.patch(request("cluster-policy", subresource),
                recording("12-custom-resources/" + before).response(), patch, recording.at());
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
    }

    @Test
    void aCustomResourceIsAppliedLikeAnyOther() throws ApiError {
        var recording = recording("12-custom-resources/apply");
        var written = rules.apply(
                new WriteRequest(CLUSTER_POLICY, "", "cluster-policy", "", "helm", FieldValidation.STRICT),
                recording("12-custom-resources/patch-spec-through-status").response(), recording.object(), false,
                birth(recording, "abcde"));
        assertThat(Requests.comparable(written.object())).isEqualTo(Requests.comparable(recording.response()));
    }

    @Test
    void aCustomResourceIsNotReplacedWithoutItsVersion() {
        var recording = recording("12-custom-resources/put-without-rv");
        var error = catchThrowableOfType(ApiError.class, () -> rules.update(request("cluster-policy", ""),
                recording("12-custom-resources/apply").response(), recording.object(), List.of(), recording.at()));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @Test
    void unknownFieldsOfACustomResourceAreRefusedWhenAsked() {
        var recording = recording("12-custom-resources/create-unknown-field-strict");
        var strict = new WriteRequest(CLUSTER_POLICY, "", "", "", "m", FieldValidation.STRICT);
        var error = catchThrowableOfType(ApiError.class,
                () -> rules.create(strict, recording.object(), List.of(), birth(recording, "abcde")));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @Test
    void whatTheDefinitionFindsWrongIsRefused() {
        var body = Recording.json("{'metadata':{'name':'x'},'spec':{'driver':{'enabled':false}}}");
        var error = catchThrowableOfType(ApiError.class, () -> rules.create(request("", ""), body, List.of(),
                birth(recording("12-custom-resources/create"), "abcde")));
        assertThat(error).hasMessage("ClusterPolicy.nvidia.com \"x\" is invalid: spec: Invalid value: no driver");
    }

    private static WriteRequest request(String name, String subresource) {
        return new WriteRequest(CLUSTER_POLICY, "", name, subresource, "contract-recorder", FieldValidation.WARN);
    }

    private static InitialMetadata birth(Recording recording, String suffix) {
        return new InitialMetadata(recording.response().at("/metadata/uid").asText(), suffix, recording.at());
    }
}
