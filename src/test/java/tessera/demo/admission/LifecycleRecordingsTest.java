package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.Recording;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.json;
import static tessera.demo.patch.Recording.recording;

/** How pods are bound and evicted, and how objects end, as on a real API server. */
class LifecycleRecordingsTest {

    private static final SimulatedKindSchema POD = kind("Pod");

    @Test
    void aPodWithoutANodeGoesAtOnce() throws SimulatedApiException {
        var recording = recording("08-concurrency-and-dryrun/delete-unscheduled-pod");
        assertThat(deleted(POD, alive(recording), recording)).isInstanceOfSatisfying(
                SimulatedDeletionDecision.ImmediateDeletion.class,
                deletion -> assertThat(comparable(deletion.object())).isEqualTo(comparable(recording.response())));
    }

    @Test
    void aBoundPodStaysForItsGracePeriodAndGoesWhenForced() throws SimulatedApiException {
        var recording = recording("08-concurrency-and-dryrun/delete-bound-pod");
        var marked = deleted(POD, alive(recording), recording);
        assertThat(marked).isInstanceOf(SimulatedDeletionDecision.PendingDeletion.class);
        assertThat(comparable(marked.object())).isEqualTo(comparable(recording.response()));

        assertThat(deleted(POD, marked.object(), recording))
                .isInstanceOf(SimulatedDeletionDecision.OngoingDeletion.class);

        var forced = recording("08-concurrency-and-dryrun/delete-bound-pod-forced");
        assertThat(deleted(POD, marked.object(), forced)).isInstanceOfSatisfying(
                SimulatedDeletionDecision.ImmediateDeletion.class,
                deletion -> assertThat(comparable(deletion.object())).isEqualTo(comparable(forced.response())));
    }

    @Test
    void aFinishedPodGoesAtOnceThoughItIsBound() throws SimulatedApiException {
        var recording = recording("08-concurrency-and-dryrun/delete-succeeded-pod");
        assertThat(deleted(POD, alive(recording), recording)).isInstanceOfSatisfying(
                SimulatedDeletionDecision.ImmediateDeletion.class,
                deletion -> assertThat(comparable(deletion.object())).isEqualTo(comparable(recording.response())));
    }

    @Test
    void aFinalizerHoldsWhatItIsOn() throws SimulatedApiException {
        var recording = recording("08-concurrency-and-dryrun/delete-with-finalizer");
        var marked = deleted(kind("ConfigMap"), alive(recording), recording);
        assertThat(marked).isInstanceOf(SimulatedDeletionDecision.PendingDeletion.class);
        assertThat(comparable(marked.object())).isEqualTo(comparable(recording.response()));
        assertThat(SimulatedGracefulDeletionRules.isReleased(kind("ConfigMap"), marked.object())).isFalse();
        assertThat(SimulatedGracefulDeletionRules.isReleased(kind("ConfigMap"),
                recording("08-concurrency-and-dryrun/finalizer-removed").response())).isTrue();
    }

    @Test
    void deletingInTheForegroundWaitsForWhatTheObjectOwns() throws SimulatedApiException {
        var recording = recording("17-workloads/deployment-delete-foreground");
        var alive = alive(recording);
        alive.withObject("/metadata").remove("finalizers");
        var marked = deleted(kind("Deployment"), alive, recording);
        assertThat(marked).isInstanceOf(SimulatedDeletionDecision.PendingDeletion.class);
        assertThat(comparable(marked.object())).isEqualTo(comparable(recording.response()));
    }

    @Test
    void aClaimInUseStays() throws SimulatedApiException {
        var recording = recording("13-dra/resourceclaim-delete-in-use");
        var marked = deleted(kind("ResourceClaim"), alive(recording), recording);
        assertThat(marked).isInstanceOf(SimulatedDeletionDecision.PendingDeletion.class);
        assertThat(comparable(marked.object())).isEqualTo(comparable(recording.response()));
    }

    @Test
    void aNamespaceIsTerminatingUntilItsFinalizerIsGone() throws SimulatedApiException {
        var recording = recording("10-errors-and-authz/namespace-delete");
        var alive = alive(recording);
        alive.withObject("/status").put("phase", "Active");
        var marked = deleted(kind("Namespace"), alive, recording);
        assertThat(marked).isInstanceOf(SimulatedDeletionDecision.PendingDeletion.class);
        assertThat(comparable(marked.object())).isEqualTo(comparable(recording.response()));

        var empty = marked.object().deepCopy();
        empty.withObject("/spec").remove("finalizers");
        assertThat(SimulatedGracefulDeletionRules.isReleased(kind("Namespace"), marked.object())).isFalse();
        assertThat(SimulatedGracefulDeletionRules.isReleased(kind("Namespace"), empty)).isTrue();
    }

    @Test
    void theDefaultNamespaceStays() {
        var recording = Recording.json("{'metadata':{'name':'default'},'spec':{'finalizers':['kubernetes']}}");
        var error = catchThrowableOfType(SimulatedApiException.class, () -> SimulatedGracefulDeletionRules
                .deleteObject(kind("Namespace"), recording, json("{}"), Instant.EPOCH));
        assertThat(error.statusBody().path("message").asText())
                .isEqualTo("namespaces \"default\" is forbidden: this namespace may not be deleted");
    }

    @Test
    void aDefinitionGoesAfterItsObjects() throws SimulatedApiException {
        var recording = recording("12-custom-resources/crd-delete");
        var marked = deleted(kind("CustomResourceDefinition"),
                recording("12-custom-resources/crd-established").response(), recording);
        assertThat(marked).isInstanceOf(SimulatedDeletionDecision.PendingDeletion.class);
        assertThat(comparable(marked.object())).isEqualTo(comparable(recording.response()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete-precondition-rv", "delete-precondition-uid"})
    void aPreconditionThatDoesNotHoldRefusesTheDeletion(String name) {
        var recording = recording("08-concurrency-and-dryrun/" + name);
        var stored = recording("08-concurrency-and-dryrun/put-no-change").response();
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> deleted(kind("ConfigMap"), stored, recording));
        assertThat(error.statusBody()).isEqualTo(recording.response());
    }

    @Test
    void anEvictedPodSaysWhyItGoes() throws SimulatedApiException {
        var recording = recording("09-pod-subresources/eviction-ok-pod-after");
        var pod = alive(recording);
        var conditions = (ArrayNode) pod.at("/status/conditions");
        conditions.remove(conditions.size() - 1);
        var at = Instant.parse("2026-11-21T06:00:23Z");

        var budget = recording("09-pod-subresources/pdb-status").response();
        budget.withObject("/status").put("disruptionsAllowed", 1).put("currentHealthy", 2);
        var eviction = SimulatedAdmittedEviction.of(pod, List.of(budget), at);
        var deleteResult = SimulatedGracefulDeletionRules.deleteObject(POD, eviction.pod(), json("{}"), at);
        assertThat(comparable(deleteResult.object())).isEqualTo(comparable(recording.response()));
        assertThat(eviction.budget().orElseThrow().at("/status/disruptionsAllowed").asInt()).isZero();
        assertThat(eviction.budget().orElseThrow().at("/status/disruptedPods/guarded").asText())
                .isEqualTo("2026-11-21T06:00:23Z");
        assertThat(SimulatedAdmittedEviction.of(deleteResult.object(), List.of(eviction.budget().orElseThrow()), at)
                .budget()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eviction-blocked", "eviction-blocked-dryrun"})
    void aBudgetRefusesInTheWordsOfARealServer(String name) {
        var recording = recording("09-pod-subresources/" + name);
        var budget = recording("09-pod-subresources/pdb-status").response();
        assertThat(evictionRefused(List.of(budget))).isEqualTo(recording.response());
    }

    @Test
    void twoBudgetsAreOneTooMany() {
        var recording = recording("09-pod-subresources/eviction-two-budgets");
        var budget = recording("09-pod-subresources/pdb-status").response();
        assertThat(evictionRefused(List.of(budget, budget))).isEqualTo(recording.response());
    }

    private static ObjectNode evictionRefused(List<ObjectNode> budgets) {
        var pod = alive(recording("09-pod-subresources/eviction-ok-pod-after"));
        return catchThrowableOfType(SimulatedApiException.class,
                () -> SimulatedAdmittedEviction.of(pod, budgets, Instant.EPOCH)).statusBody();
    }

    @Test
    void aBoundPodCarriesTheZoneOfItsNode() throws SimulatedApiException {
        var recording = recording("09-pod-subresources/binding-after");
        var before = recording.response().deepCopy();
        before.withObject("/metadata").remove("labels");
        before.withObject("/spec").remove("nodeName");
        before.withObject("/status").remove("conditions");
        var node = json("{'metadata':{'labels':{'topology.kubernetes.io/zone':'zone-a','x':'y'}}}");
        var bound = SimulatedPodBinder.bind(before, recording("09-pod-subresources/binding").body(), Optional.of(node),
                Instant.parse("2026-11-21T06:00:23Z"));
        assertThat(bound).isEqualTo(recording.response());

        var again = recording("09-pod-subresources/binding-again");
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> SimulatedPodBinder.bind(bound, again.body(), Optional.of(node), Instant.EPOCH));
        assertThat(error.statusBody()).isEqualTo(again.response());
    }

    /** The object as it was before the recorded deletion. */
    private static ObjectNode alive(Recording recording) {
        var object = recording.response().deepCopy();
        var metadata = object.withObject("/metadata");
        metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds"));
        if (metadata.has("generation")) {
            metadata.put("generation", metadata.path("generation").asInt() - 1);
        }
        return object;
    }

    private static SimulatedDeletionDecision deleted(SimulatedKindSchema kind, ObjectNode stored, Recording recording)
            throws SimulatedApiException {
        return SimulatedGracefulDeletionRules.deleteObject(kind, stored, recording.body(), recording.at());
    }

    private static JsonNode comparable(ObjectNode object) {
        return Requests.comparable(object);
    }

    private static SimulatedKindSchema kind(String kind) {
        return SimulatedKindSchema.findBuiltIn(kind).orElseThrow();
    }
}
