package tessera.demo.patch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.ownership.FieldManagerIdentity;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.patch.ownership.SimulatedServerSideApply;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.json;
import static tessera.demo.patch.Recording.recording;

/** Server-side apply as a real API server did it, request by request. */
class ApplyRecordingsTest {

    private static final SimulatedKindSchema CONFIG_MAP = SimulatedKindSchema.findBuiltIn("ConfigMap").orElseThrow();
    private static final SimulatedKindSchema NODE = SimulatedKindSchema.findBuiltIn("Node").orElseThrow();

    @ParameterizedTest
    @CsvSource({"apply-create, ", "apply-again-no-change, apply-create", "apply-same-value-shared, apply-create",
        "apply-dry-run, apply-drop-field"})
    void applyMakesOfTheObjectWhatARealServerMadeOfIt(String name, @Nullable String before)
            throws SimulatedApiException {
        var recording = recording("07-server-side-apply/" + name);
        var live = before == null ? null : recording("07-server-side-apply/" + before).response();
        assertThat(withoutIdentity(applied(CONFIG_MAP, live, recording)))
                .isEqualTo(withoutIdentity(recording.response()));
    }

    @Test
    void forceTakesAFieldFromItsOwnerAndOneThatSharedItLosesItToo() throws SimulatedApiException {
        var recording = recording("07-server-side-apply/apply-force");
        var live = recording("07-server-side-apply/apply-same-value-shared").response();
        assertThat(withoutIdentity(applied(CONFIG_MAP, live, recording)))
                .isEqualTo(withoutIdentity(recording.response()));
    }

    @Test
    void aFieldThatIsNoLongerAppliedGoesWhenNobodyElseOwnsIt() throws SimulatedApiException {
        var recording = recording("07-server-side-apply/apply-drop-field");
        var live = recording("07-server-side-apply/apply-force").response();
        assertThat(withoutIdentity(applied(CONFIG_MAP, live, recording)))
                .isEqualTo(withoutIdentity(recording.response()));
    }

    @Test
    void anotherValueThanTheOwnersIsAConflict() {
        var recording = recording("07-server-side-apply/apply-conflict");
        assertRefused(recording, CONFIG_MAP, recording("07-server-side-apply/apply-create").response());
    }

    @Test
    void whoOwnsByUpdateIsNamedWithTheVersion() throws SimulatedApiException {
        var live = recording("07-server-side-apply/apply-force").response();
        var changed = (ObjectNode) JsonMergePatchApplier.apply(live, json("{'data':{'a':'kubectl was here'}}"));
        var owned = SimulatedNonApplyManagedFieldsUpdater.afterUpdate(CONFIG_MAP, live, changed,
                new FieldManagerIdentity("kubectl", recording("07-server-side-apply/apply-force").at()));
        assertRefused(recording("07-server-side-apply/apply-conflict-with-update"), CONFIG_MAP, owned);
    }

    @Test
    void taintsHaveOneOwner() throws SimulatedApiException {
        var recording = recording("07-server-side-apply/apply-node-taints");
        var before = recording.response().deepCopy();
        ((com.fasterxml.jackson.databind.node.ArrayNode) before.at("/metadata/managedFields")).remove(0);
        before.withObject("/metadata/labels").remove("team");
        before.withObject("/spec").remove("taints");
        var after = applied(NODE, before, recording);
        assertThat(withoutIdentity(after)).isEqualTo(withoutIdentity(recording.response()));
        assertRefused(recording("07-server-side-apply/apply-node-taints-conflict"), NODE, after);
    }

    @ParameterizedTest
    @CsvSource({"apply-managed-fields-set", "apply-no-field-manager"})
    void anApplyThatMakesNoSenseIsRefused(String name) {
        assertRefused(recording("07-server-side-apply/" + name), CONFIG_MAP,
                recording("07-server-side-apply/apply-drop-field").response());
    }

    @Test
    void aCustomResourceIsOwnedByItsOwnSchema() throws SimulatedApiException {
        var schema = SimulatedKindSchema.fromDefinition(recording("12-custom-resources/crd-create").response(), "v1")
                .orElseThrow();
        var live = recording("12-custom-resources/patch-spec-through-status").response();
        var recording = recording("12-custom-resources/apply");
        assertThat(withoutIdentity(applied(schema, live, recording))).isEqualTo(withoutIdentity(recording.response()));
        assertRefused(recording("12-custom-resources/apply-conflict"), schema, recording.response());
    }

    private static void assertRefused(Recording recording, SimulatedKindSchema kind, ObjectNode live) {
        var error = catchThrowableOfType(SimulatedApiException.class, () -> applied(kind, live, recording));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    private static ObjectNode applied(SimulatedKindSchema kind, @Nullable ObjectNode live, Recording recording)
            throws SimulatedApiException {
        var query = recording.query();
        return SimulatedServerSideApply.apply(kind, live, recording.object(),
                new FieldManagerIdentity(query.getOrDefault("fieldManager", ""), recording.at()),
                query.containsKey("force"));
    }

    private static ObjectNode withoutIdentity(ObjectNode object) {
        var copy = object.deepCopy();
        copy.withObject("metadata")
                .remove(List.of("uid", "resourceVersion", "creationTimestamp", "namespace", "generation"));
        return copy;
    }
}
