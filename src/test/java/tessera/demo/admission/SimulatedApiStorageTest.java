package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tessera.demo.patch.ownership.FieldManagerIdentity;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.patch.schema.SimulatedKindSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** Every object that a real API server has shown is one that the rules leave as it is. */
class SimulatedApiStorageTest {

    private static final Path RECORDINGS = Path.of("src/test/resources/contract");

    @TestFactory
    Stream<DynamicTest> whatARealServerStoresIsInItsFinalForm() throws IOException {
        return objects().stream().map(object -> DynamicTest.dynamicTest(object.where(), () -> {
            var kind = object.kind();
            var decoded = SimulatedRequestBodyDecoder.decode(kind, object.json());
            assertThat(decoded.unknownFields()).isEmpty();
            assertThat(decoded.object()).isEqualTo(object.json());
            assertThat(SimulatedObjectDefaulter.apply(kind, object.json())).isEqualTo(object.json());
            assertThat(SimulatedImmutableFieldResetter.updateObject(kind, object.json(), object.json()))
                    .isEqualTo(object.json());
            assertThat(SimulatedImmutableFieldResetter.updateStatus(kind, object.json(), object.json()))
                    .isEqualTo(object.json());
            assertThat(SimulatedNonApplyManagedFieldsUpdater.afterUpdate(kind, object.json(), object.json(),
                    new FieldManagerIdentity("x", Instant.EPOCH))).isEqualTo(object.json());
            assertThat(SimulatedObjectValidator.validate(kind, object.json(), object.json())).isEmpty();
            assertThat(SimulatedObjectValidator.validateStatus(kind, object.json(), object.json())).isEmpty();
        }));
    }

    private record Stored(String where, SimulatedKindSchema kind, ObjectNode json) {}

    private static List<Stored> objects() throws IOException {
        var found = new ArrayList<Stored>();
        var mapper = JsonMapper.builder().build();
        try (var files = Files.walk(RECORDINGS)) {
            for (var file : files.filter(path -> path.toString().endsWith(".json")).sorted().toList()) {
                var response = mapper.readTree(file.toFile()).path("response");
                if (response.path("status").asInt() < 300) {
                    collect(RECORDINGS.relativize(file).toString(), response.path("body"), found);
                }
            }
        }
        return found;
    }

    private static void collect(String where, JsonNode body, List<Stored> found) {
        var kind = SimulatedKindSchema.findBuiltIn(body.path("kind").asText());
        if (kind.isPresent() && body instanceof ObjectNode object
                && !object.path("metadata").path("uid").isMissingNode()
                && kind.get().apiVersion().equals(body.path("apiVersion").asText())) {
            found.add(new Stored(where, kind.get(), object));
        }
    }
}
