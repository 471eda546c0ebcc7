package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.ownership.FieldManagerIdentity;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.patch.ownership.SimulatedServerSideApply;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static tessera.demo.patch.Recording.json;

/** Who owns which field, through updates and applies. */
class OwnershipTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final SimulatedKindSchema configMap = kind("ConfigMap");

    @Test
    void anUpdateOfTheSameManagerGoesIntoTheSameEntryAndMovesItsTime() {
        var created = updated(null, "{'data':{'a':'1'}}", writer("x", NOON));
        var changed = updated(created, "{'data':{'a':'1','b':'1'}}", writer("x", NOON.plusSeconds(9)));
        assertThat(owners(changed)).containsOnlyKeys("x Update");
        assertThat(owners(changed).get("x Update")).containsExactlyInAnyOrder(".data", ".data.a", ".data.b");
        assertThat(changed.at("/metadata/managedFields/0/time").asText()).isEqualTo("2026-01-01T12:00:09Z");
        var same = updated(changed, "{'data':{'a':'1','b':'1'}}", writer("x", NOON.plusSeconds(99)));
        assertThat(same).isEqualTo(changed);
    }

    @Test
    void anUpdateTakesTheFieldsItChangesFromWhoeverHadThem() {
        var created = updated(null, "{'data':{'a':'1','b':'1'}}", writer("x", NOON));
        var changed = updated(created, "{'data':{'a':'2','b':'1'}}", writer("y", NOON));
        assertThat(owners(changed)).containsEntry("x Update", Set.of(".data", ".data.b")).containsEntry("y Update",
                Set.of(".data.a"));
        var removed = updated(changed, "{'data':{'b':'1'}}", writer("z", NOON));
        assertThat(owners(removed)).containsOnlyKeys("x Update");
    }

    @Test
    void aStatusHasAnEntryOfItsOwnAndASpecWrittenThroughItCountsForNothing() {
        var pod = kind("Pod");
        var before = json("{'metadata':{'uid':'u'},'spec':{'nodeName':'n'},'status':{}}");
        var created = SimulatedNonApplyManagedFieldsUpdater.afterUpdate(pod, null, before, writer("x", NOON));
        var running = created.deepCopy();
        running.withObject("/status").put("phase", "Running");
        running.withObject("/spec").put("nodeName", "other");
        var after = SimulatedNonApplyManagedFieldsUpdater.afterUpdate(pod, created, running,
                new FieldManagerIdentity("x", "status", NOON));
        assertThat(after.at("/metadata/managedFields")).hasSize(2);
        assertThat(after.at("/metadata/managedFields/1/subresource").asText()).isEqualTo("status");
        assertThat(after.at("/metadata/managedFields/1/fieldsV1")).isEqualTo(json("{'f:status':{'f:phase':{}}}"));
        assertThat(after.at("/metadata/managedFields/0/fieldsV1")).isEqualTo(json("{'f:spec':{'f:nodeName':{}}}"));
    }

    @Test
    void onlyABlankEntryEndsTheBookkeeping() {
        var created = updated(null, "{'data':{'a':'1'}}", writer("x", NOON));
        var silent = created.deepCopy();
        silent.withObject("/metadata").putArray("managedFields");
        assertThat(SimulatedNonApplyManagedFieldsUpdater.afterUpdate(configMap, created, silent, writer("y", NOON)))
                .isEqualTo(created);

        var blank = created.deepCopy();
        blank.withObject("/metadata").putArray("managedFields").addObject();
        var ended = SimulatedNonApplyManagedFieldsUpdater.afterUpdate(configMap, created, blank, writer("y", NOON));
        assertThat(ended.path("metadata").has("managedFields")).isFalse();
        var later = updated(ended, "{'data':{'a':'2'}}", writer("y", NOON));
        assertThat(later.path("metadata").has("managedFields")).isFalse();
    }

    @Test
    void whatNobodyKeptBookOfBelongsToTheTimeBeforeTheFirstApply() throws SimulatedApiException {
        var live = json("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'uid':'u'},'data':{'a':'1'}}");
        var applied = apply(live, "b", "{'data':{'b':'1'}}", false);
        assertThat(owners(applied)).containsOnlyKeys("b Apply", "before-first-apply Update");
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> apply(live, "b", "{'data':{'a':'2'}}", false));
        assertThat(error)
                .hasMessage("Apply failed with 1 conflict: conflict with \"before-first-apply\" using v1: .data.a");
    }

    @Test
    void itemsOfAListHaveOwnersByTheirKey() throws SimulatedApiException {
        var pod = kind("Pod");
        var first = json("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'},'spec':{'containers':["
                + "{'name':'a','image':'x','ports':[{'containerPort':80}]}]}}");
        var live = SimulatedServerSideApply.apply(pod, null, first, writer("one", NOON), false);
        var second = json("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'},'spec':{'containers':["
                + "{'name':'b','image':'y'},{'name':'a','env':[{'name':'E','value':'1'}]}]}}");
        var both = SimulatedServerSideApply.apply(pod, live, second, writer("two", NOON), false);
        assertThat(both.at("/spec/containers")).hasSize(2);
        assertThat(owners(both).get("one Apply")).contains(".spec.containers[name=\"a\"].image",
                ".spec.containers[name=\"a\"].ports[containerPort=80,protocol=\"TCP\"].containerPort");
        assertThat(owners(both).get("two Apply")).contains(".spec.containers[name=\"a\"].env[name=\"E\"]");

        var gone = json("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'}}");
        var left = SimulatedServerSideApply.apply(pod, both, gone, writer("two", NOON), false);
        assertThat(left.path("spec")).isEqualTo(live.path("spec"));
        assertThat(owners(left)).isEqualTo(owners(live));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'spec':{'gpus':1}} | .spec.gpus: field not declared in schema",
        "{'spec':{'containers':[{'image':'x'}]}} | .spec.containers: element 0: associative list with keys has an element"
                + " that omits key field \"name\"",
        "{'spec':{'containers':[{'name':'a'},{'name':'a'}]}} | .spec.containers: duplicate entries for key [name=\"a\"]"})
    void whatCannotBeAppliedIsRefused(String config, String problem) {
        var applied = json(config).put("apiVersion", "v1").put("kind", "Pod");
        applied.withObject("/metadata").put("name", "p").put("namespace", "ns");
        var error = catchThrowableOfType(SimulatedApiException.class,
                () -> SimulatedServerSideApply.apply(kind("Pod"), null, applied, writer("x", NOON), false));
        assertThat(error.code()).isEqualTo(500);
        assertThat(error).hasMessage("failed to create typed patch object (ns/p; /v1, Kind=Pod): " + problem);
    }

    @Test
    void applyingAnotherVersionIsRefused() {
        var error = catchThrowableOfType(SimulatedApiException.class, () -> SimulatedServerSideApply.apply(configMap,
                null, json("{'apiVersion':'v2','metadata':{'name':'x'}}"), writer("x", NOON), true));
        assertThat(error.code()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void applyingFollowsItsRulesThroughRandomHistories(long seed) throws SimulatedApiException {
        var random = new Random(seed);
        var model = new Model();
        ObjectNode live = null;
        for (int step = 0; step < 120; step++) {
            var manager = "m" + random.nextInt(3);
            var config = new TreeMap<String, String>();
            for (int i = random.nextInt(4); i > 0; i--) {
                config.put("k" + random.nextInt(5), "v" + random.nextInt(2));
            }
            boolean force = random.nextInt(3) == 0;
            boolean expected = model.apply(manager, config, force);
            var before = live;
            var text = json("{'data':{}}");
            config.forEach((key, value) -> text.withObject("/data").put(key, value));
            if (config.isEmpty()) {
                text.remove("data");
            }
            if (expected) {
                live = apply(live, manager, text.toString(), force);
                model.assertLike(live);
            } else {
                var error = catchThrowableOfType(SimulatedApiException.class,
                        () -> apply(before, manager, text.toString(), force));
                assertThat(error.code()).isEqualTo(409);
            }
        }
    }

    /** Server-side apply of a flat map, in the simplest words. */
    private static final class Model {

        private final Map<String, String> values = new TreeMap<>();
        private final Map<String, Set<String>> owners = new HashMap<>();

        boolean apply(String manager, Map<String, String> config, boolean force) {
            for (var entry : config.entrySet()) {
                var others = new HashSet<>(owners.getOrDefault(entry.getKey(), Set.of()));
                others.remove(manager);
                boolean differs = values.containsKey(entry.getKey())
                        && !entry.getValue().equals(values.get(entry.getKey()));
                if (differs && !others.isEmpty() && !force) {
                    return false;
                }
            }
            for (var key : List.copyOf(values.keySet())) {
                var own = owners.getOrDefault(key, Set.of());
                if (own.contains(manager) && !config.containsKey(key)) {
                    own.remove(manager);
                    if (own.isEmpty()) {
                        values.remove(key);
                        owners.remove(key);
                    }
                }
            }
            config.forEach((key, value) -> {
                var own = owners.computeIfAbsent(key, _ -> new HashSet<>());
                if (!value.equals(values.put(key, value))) {
                    own.clear();
                }
                own.add(manager);
            });
            return true;
        }

        void assertLike(ObjectNode live) {
            var data = new TreeMap<String, String>();
            live.path("data").properties().forEach(entry -> data.put(entry.getKey(), entry.getValue().asText()));
            assertThat(data).isEqualTo(values);
            var fields = new HashMap<String, Set<String>>();
            OwnershipTest.owners(live)
                    .forEach((owner,
                            paths) -> paths.forEach(path -> fields
                                    .computeIfAbsent(path.substring(".data.".length()), _ -> new HashSet<>())
                                    .add(owner.replace(" Apply", ""))));
            assertThat(fields).isEqualTo(owners);
        }
    }

    private ObjectNode updated(@Nullable ObjectNode before, String wanted, FieldManagerIdentity writer) {
        var after = json(wanted);
        after.withObject("/metadata").put("uid", "u");
        return SimulatedNonApplyManagedFieldsUpdater.afterUpdate(configMap, before, after, writer);
    }

    private ObjectNode apply(@Nullable ObjectNode live, String manager, String config, boolean force)
            throws SimulatedApiException {
        var applied = Recording.json(config).put("apiVersion", "v1").put("kind", "ConfigMap");
        return SimulatedServerSideApply.apply(configMap, live, applied, writer(manager, NOON), force);
    }

    private static FieldManagerIdentity writer(String manager, Instant at) {
        return new FieldManagerIdentity(manager, at);
    }

    private static SimulatedKindSchema kind(String kind) {
        return SimulatedKindSchema.findBuiltIn(kind).orElseThrow();
    }

    /** The paths each manager owns, by name and operation. */
    private static Map<String, Set<String>> owners(ObjectNode object) {
        var owners = new TreeMap<String, Set<String>>();
        for (var entry : object.at("/metadata/managedFields")) {
            var paths = new ArrayList<String>();
            paths(entry.path("fieldsV1"), "", paths);
            owners.put(entry.path("manager").asText() + " " + entry.path("operation").asText(), Set.copyOf(paths));
        }
        return owners;
    }

    private static void paths(JsonNode fields, String above, List<String> paths) {
        fields.properties().forEach(entry -> {
            if (entry.getKey().equals(".")) {
                paths.add(above);
                return;
            }
            var path = above + step(entry.getKey());
            if (entry.getValue().isEmpty()) {
                paths.add(path);
            } else {
                paths(entry.getValue(), path, paths);
            }
        });
    }

    private static String step(String key) {
        if (key.startsWith("f:")) {
            return "." + key.substring(2);
        }
        return "[" + key.substring(3, key.length() - 1).replaceAll("\"(\\w+)\":", "$1=") + "]";
    }
}
