package tessera.demo.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.object.SimulatedApiException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tessera.demo.patch.Recording.json;

/** JSON patch and merge patch, case by case and on random documents. */
class PatchTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'a':1} | {'op':'add','path':'/b','value':[1]} | {'a':1,'b':[1]}",
        "{'a':[1,3]} | {'op':'add','path':'/a/1','value':2} | {'a':[1,2,3]}",
        "{'a':[1]} | {'op':'add','path':'/a/-','value':2} | {'a':[1,2]}",
        "{'a':[1,2]} | {'op':'add','path':'/a/2','value':3} | {'a':[1,2,3]}",
        "{'a':1} | {'op':'add','path':'/a','value':null} | {'a':null}",
        "{'a':{'b':1}} | {'op':'remove','path':'/a/b'} | {'a':{}}",
        "{'a':[1,2,3]} | {'op':'remove','path':'/a/-1'} | {'a':[1,2]}",
        "{'a':1} | {'op':'replace','path':'/a','value':{'x':2}} | {'a':{'x':2}}",
        "{'a':1} | {'op':'replace','path':'','value':{'x':2}} | {'x':2}",
        "{'a':{'b':1},'c':{}} | {'op':'move','from':'/a/b','path':'/c/d'} | {'a':{},'c':{'d':1}}",
        "{'a':{'b':1}} | {'op':'copy','from':'/a','path':'/c'} | {'a':{'b':1},'c':{'b':1}}",
        "{'x/y':1,'~':2} | {'op':'add','path':'/x~1y','value':3} | {'x/y':3,'~':2}",
        "{'x/y':1,'~':2} | {'op':'remove','path':'/~0'} | {'x/y':1}", "{'~1':1} | {'op':'remove','path':'/~01'} | {}",
        "{'':1} | {'op':'replace','path':'/','value':2} | {'':2}",
        "{'a':1.0} | {'op':'test','path':'/a','value':1} | {'a':1.0}",
        "{'a':1} | {'op':'test','path':'/b','value':null} | {'a':1}"})
    void anOperationDoesWhatItSays(String document, String operation, String expected) throws SimulatedApiException {
        var patch = NODES.arrayNode().add(json(operation));
        assertThat(JsonPatchApplier.apply(json(document), patch)).isEqualTo(json(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{'op':'add','path':'/x/y','value':1}",
        "{'op':'remove','path':'/x'}", "{'op':'replace','path':'/x','value':1}", "{'op':'test','path':'/a','value':2}",
        "{'op':'add','path':'a','value':1}", "{'op':'add','path':'/l/5','value':1}",
        "{'op':'add','path':'/l/01','value':1}", "{'op':'remove','path':'/l/-'}",
        "{'op':'move','from':'/o','path':'/o/p'}", "{'op':'copy','from':'/none','path':'/b'}",
        "{'op':'add','path':'/b'}", "{'op':'add','value':1}", "{'path':'/a'}", "{'op':'remove','path':''}"})
    void anOperationThatCannotBeDoneRefusesTheWholePatch(String operation) {
        var document = json("{'a':1,'l':[1],'o':{'p':{}}}");
        var patch = NODES.arrayNode().add(json("{'op':'add','path':'/new','value':1}")).add(json(operation));
        assertThatThrownBy(() -> JsonPatchApplier.apply(document, patch))
                .isInstanceOfSatisfying(SimulatedApiException.class, error -> assertThat(error.code()).isEqualTo(422));
        assertThat(document).isEqualTo(json("{'a':1,'l':[1],'o':{'p':{}}}"));
    }

    @Test
    void thePatchFromOneDocumentToAnotherLeadsThere() throws SimulatedApiException {
        var random = new Random(3);
        for (int i = 0; i < 500; i++) {
            var from = document(random, 0);
            var to = document(random, 0);
            var untouched = from.deepCopy();
            var patch = NODES.arrayNode();
            difference("", from, to, patch);
            assertThat(JsonPatchApplier.apply(from, patch)).isEqualTo(to);
            assertThat(from).isEqualTo(untouched);
        }
    }

    @Test
    void aMergePatchDoneTwiceIsDoneOnce() {
        var random = new Random(5);
        for (int i = 0; i < 500; i++) {
            var document = document(random, 0);
            var patch = document(random, 0);
            var untouched = document.deepCopy();
            var once = JsonMergePatchApplier.apply(document, patch);
            assertThat(JsonMergePatchApplier.apply(once, patch)).isEqualTo(once);
            assertThat(JsonMergePatchApplier.apply(document, NODES.objectNode())).isEqualTo(document);
            assertThat(document).isEqualTo(untouched);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{'a':1} | {'a':null} | {}",
        "{'a':{'b':1}} | {'a':{'c':2}} | {'a':{'b':1,'c':2}}", "{'a':[1,2]} | {'a':[3]} | {'a':[3]}",
        "{'a':[1]} | {'a':{'b':null}} | {'a':{}}", "{} | {'a':{'b':{'c':null}}} | {'a':{'b':{}}}"})
    void mergingFollowsItsStandard(String document, String patch, String expected) {
        assertThat(JsonMergePatchApplier.apply(json(document), json(patch))).isEqualTo(json(expected));
    }

    private static ObjectNode document(Random random, int depth) {
        var object = NODES.objectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.set(List.of("a", "b/c", "~d", "e").get(random.nextInt(4)), value(random, depth + 1));
        }
        return object;
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 3 : 5)) {
            case 0 -> NODES.numberNode(random.nextInt(3));
            case 1 -> NODES.textNode("t" + random.nextInt(3));
            case 2 -> NODES.booleanNode(random.nextBoolean());
            case 3 -> {
                var list = NODES.arrayNode();
                for (int i = random.nextInt(3); i > 0; i--) {
                    list.add(value(random, depth + 1));
                }
                yield list;
            }
            default -> document(random, depth);
        };
    }

    private static void difference(String path, JsonNode from, JsonNode to, ArrayNode patch) {
        if (!(from instanceof ObjectNode before) || !(to instanceof ObjectNode after)) {
            if (!from.equals(to)) {
                operation(patch, "replace", path).set("value", to);
            }
            return;
        }
        var names = new HashSet<String>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        for (var name : names) {
            var at = path + "/" + name.replace("~", "~0").replace("/", "~1");
            if (!after.has(name)) {
                operation(patch, "remove", at);
            } else if (!before.has(name)) {
                operation(patch, "add", at).set("value", after.get(name));
            } else {
                difference(at, before.get(name), after.get(name), patch);
            }
        }
    }

    private static ObjectNode operation(ArrayNode patch, String name, String path) {
        return patch.addObject().put("op", name).put("path", path);
    }
}
