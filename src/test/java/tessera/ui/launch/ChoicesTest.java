package tessera.ui.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tessera.fit.ObjectSource;
import tessera.insight.Accelerators;
import tessera.insight.Sample;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may not look at something has nothing to choose from there, and everything else. */
class ChoicesTest {

    /** A cluster with a class of storage, whose classes of devices may not be listed. */
    private static final class Guarded implements ObjectSource {

        @Override
        public Optional<JsonNode> object(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public boolean each(ObjectRef kind, String selectors, Consumer<JsonNode> reader) throws Failure {
            if (kind.resource().equals("deviceclasses")) {
                throw new Failure(Problem.of(Kind.FORBIDDEN, "You may not list deviceclasses"));
            }
            if (kind.resource().equals("storageclasses")) {
                var storage = JsonNodeFactory.instance.objectNode();
                storage.putObject("metadata").put("name", "shared");
                reader.accept(storage);
            }
            return true;
        }
    }

    @Test
    void whoMayNotListDeviceClassesChoosesFromTheRest() throws Exception {
        var choices = Choices.read(new Guarded(), new Sample().snapshot(), Accelerators.standard(), List.of("team"));

        assertThat(choices.values()).containsEntry("storageClass", List.of("shared"))
                .containsEntry("deviceClass", List.of());
        assertThat(choices.gaps()).as("and is told that there may be some")
                .isEqualTo(Map.of("deviceClass", "You may not list deviceclasses"));
    }
}
