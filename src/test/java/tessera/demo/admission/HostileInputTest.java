package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.admission.SimulatedObjectPatch.PatchKind;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.Recording;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.demo.patch.Recording.recording;

/** Bodies that no client would send in good faith: they are refused, and nothing else happens. */
class HostileInputTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final SimulatedServerGeneratedMetadata BIRTH = new SimulatedServerGeneratedMetadata("u", "abcde",
            NOON);
    private static final int ROUNDS = 100;

    private final World world = new World().with(recording("05-quota-and-limitrange/quota-status-used").response())
            .with(recording("05-quota-and-limitrange/limitrange-defaults-applied").response());
    private final SimulatedApiWritePipeline rules = new SimulatedApiWritePipeline(world, World.NO_CUSTOM_KINDS);

    @ParameterizedTest
    @ValueSource(strings = {"04-gpu-pod-validation/init-container-larger", "13-dra/pod-with-template",
        "17-workloads/deployment-create", "17-workloads/job-create", "17-workloads/daemonset-create",
        "18-node-lifecycle/node-create", "05-quota-and-limitrange/quota-scope-priority-class",
        "05-quota-and-limitrange/limitrange-create-min-gpu", "09-pod-subresources/pdb-create",
        "13-dra/resourceslice-create", "13-dra/resourceclaim-create", "12-custom-resources/crd-create"})
    void aDamagedBodyIsTakenOrRefused(String name) {
        var recording = recording(name);
        var request = Requests.request(recording, false);
        var random = new Random(name.hashCode());
        for (int round = 0; round < ROUNDS; round++) {
            var body = damaged(random, recording.object());
            var untouched = body.deepCopy();
            attempt(() -> {
                var object = rules.create(request, body, List.of(), BIRTH).object();
                assertThat(SimulatedRequestBodyDecoder.decode(request.kind(), object).object()).isEqualTo(object);
            });
            attempt(() -> rules.apply(named(request), null, body, true, BIRTH));
            assertThat(body).isEqualTo(untouched);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"06-patch/strategic-conditions", "06-patch/cordon", "09-pod-subresources/binding-after",
        "17-workloads/deployment-available", "07-server-side-apply/apply-node-taints",
        "08-concurrency-and-dryrun/delete-with-finalizer"})
    void aDamagedPatchIsTakenOrRefused(String name) {
        var stored = recording(name).response();
        var untouched = stored.deepCopy();
        var kind = SimulatedKindSchema.findBuiltIn(stored.path("kind").asText()).orElseThrow();
        var random = new Random(name.hashCode());
        for (int round = 0; round < ROUNDS; round++) {
            var patch = damaged(random, stored);
            for (var subresource : List.of("", "status")) {
                var request = named(new SimulatedApiWriteRequest(kind, stored.at("/metadata/namespace").asText(),
                        stored.at("/metadata/name").asText(), subresource, "m", SimulatedFieldValidationMode.WARN));
                attempt(() -> rules.patch(request, stored, SimulatedObjectPatch.of(PatchKind.MERGE, patch), NOON));
                attempt(() -> rules.patch(request, stored, SimulatedObjectPatch.of(PatchKind.STRATEGIC, patch), NOON));
                attempt(() -> rules.update(request, stored, patch, List.of(), NOON));
                attempt(() -> rules.apply(request, stored, patch, random.nextBoolean(), BIRTH));
            }
            assertThat(stored).isEqualTo(untouched);
        }
    }

    @Test
    void damagedOptionsAndBudgetsAreTakenOrRefused() {
        var random = new Random(1);
        var pod = recording("09-pod-subresources/eviction-ok-pod-after").response();
        var budget = recording("09-pod-subresources/pdb-status").response();
        var options = recording("17-workloads/deployment-delete-foreground").object();
        for (int round = 0; round < ROUNDS; round++) {
            var wanted = damaged(random, options.deepCopy().put("gracePeriodSeconds", 5));
            attempt(() -> SimulatedGracefulDeletionRules
                    .deleteObject(SimulatedKindSchema.findBuiltIn("Pod").orElseThrow(), pod, wanted, NOON));
            attempt(() -> SimulatedAdmittedEviction.of(pod, List.of(damaged(random, budget)), NOON));
        }
    }

    @Test
    void aDeepBodyIsRefused() {
        var body = Recording.json("{'metadata':{'name':'deep'}}");
        var at = body.putObject("spec");
        for (int i = 0; i < 900; i++) {
            at = at.putObject("spec");
        }
        var request = new SimulatedApiWriteRequest(SimulatedKindSchema.findBuiltIn("Pod").orElseThrow(), "ns", "", "",
                "m", SimulatedFieldValidationMode.IGNORE);
        attempt(() -> rules.create(request, body, List.of(), BIRTH));
    }

    private interface Attempt {
        void run() throws SimulatedApiException;
    }

    /** Any other exception fails the test. */
    private static void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (SimulatedApiException refused) {
            assertThat(refused.statusBody().path("message").asText()).isNotEmpty();
        }
    }

    private static SimulatedApiWriteRequest named(SimulatedApiWriteRequest request) {
        return new SimulatedApiWriteRequest(request.kind(), request.namespace(),
                request.name().isEmpty() ? "x" : request.name(), request.subresource(), request.fieldManager(),
                request.validation());
    }

    /** A copy in which one to three values were replaced, removed or doubled. */
    private static ObjectNode damaged(Random random, ObjectNode body) {
        var result = body.deepCopy();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            var containers = new ArrayList<JsonNode>();
            collect(result, containers);
            switch (containers.get(random.nextInt(containers.size()))) {
                case ObjectNode object when !object.isEmpty() -> {
                    var names = JsonTreeOperations.fieldNames(object);
                    object.set(names.get(random.nextInt(names.size())), strange(random));
                }
                case ArrayNode array when !array.isEmpty() && random.nextBoolean() ->
                    array.set(random.nextInt(array.size()), strange(random));
                case ArrayNode array when !array.isEmpty() -> array.add(array.get(0).deepCopy());
                default -> {}
            }
        }
        return result;
    }

    private static void collect(JsonNode value, List<JsonNode> containers) {
        if (value.isContainerNode()) {
            containers.add(value);
            value.forEach(child -> collect(child, containers));
        }
    }

    private static JsonNode strange(Random random) {
        var nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(14)) {
            case 0 -> nodes.nullNode();
            case 1 -> nodes.objectNode();
            case 2 -> nodes.arrayNode();
            case 3 -> nodes.textNode("");
            case 4 -> nodes.numberNode(-1);
            case 5 -> nodes.numberNode(1e300);
            case 6 -> nodes.booleanNode(true);
            case 7 -> nodes.textNode("\u0000\ud800 \"'`${}");
            case 8 -> nodes.arrayNode().addNull().add(nodes.objectNode()).add(1);
            case 9 -> nodes.objectNode().putNull("name").put("$patch", "delete");
            case 10 -> nodes.textNode("-9e99999");
            case 11 -> nodes.numberNode(new BigInteger("9".repeat(40)));
            case 12 -> nodes.objectNode().put("k:{\"a\"", 1).put("f:x", "y").set("v:", nodes.objectNode());
            default -> nodes.textNode("a".repeat(300));
        };
    }
}
