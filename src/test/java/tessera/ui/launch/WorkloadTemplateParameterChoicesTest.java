package tessera.ui.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Who may not look at something has nothing to choose from there, and everything else. */
class WorkloadTemplateParameterChoicesTest {

    /** A cluster with a class of storage, whose classes of devices may not be listed. */
    private static final class Guarded implements ClusterObjectSource {

        @Override
        public Optional<JsonNode> find(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) throws ProblemException {
            if (kind.resource().equals("deviceclasses")) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.FORBIDDEN, "You may not list deviceclasses"));
            }
            if (kind.resource().equals("storageclasses")) {
                var storage = JsonNodeFactory.instance.objectNode();
                storage.putObject("metadata").put("name", "shared");
                reader.accept(storage);
            }
            return true;
        }
    }

    /** One whose GPUs are of a class, one of them claimed; who may list what is claimed is said. */
    private record Claimed(boolean permitted) implements ClusterObjectSource {

        private static final Map<String, String> OBJECTS = Map.of("deviceclasses", """
                {"metadata": {"name": "gpu.nvidia.com"}, "spec": {"selectors": [
                 {"cel": {"expression": "device.driver == 'gpu.nvidia.com'"}}]}}""", "resourceslices", """
                {"metadata": {"name": "a"}, "spec": {"driver": "gpu.nvidia.com", "nodeName": "h100-01",
                 "pool": {"name": "h100-01", "generation": 1, "resourceSliceCount": 1},
                 "devices": [{"name": "gpu-0"}, {"name": "gpu-1"}, {"name": "gpu-2"}]}}""", "resourceclaims", """
                {"metadata": {"name": "c", "namespace": "team"}, "spec": {"devices": {}}, "status": {"allocation":
                 {"devices": {"results": [{"request": "gpu", "driver": "gpu.nvidia.com", "pool": "h100-01",
                  "device": "gpu-1"}]}}}}""");

        @Override
        public Optional<JsonNode> find(ObjectRef object) {
            return Optional.empty();
        }

        @Override
        public boolean forEach(ObjectRef kind, String selectors, Consumer<JsonNode> reader) throws ProblemException {
            if (!permitted && kind.resource().equals("resourceclaims")) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.FORBIDDEN, "You may not list resourceclaims"));
            }
            if (OBJECTS.containsKey(kind.resource())) {
                try {
                    reader.accept(new ObjectMapper().readTree(OBJECTS.get(kind.resource())));
                } catch (JsonProcessingException e) {
                    throw new IllegalStateException(e);
                }
            }
            return true;
        }
    }

    @Test
    void howManyDevicesOfAClassAreFreeIsToldWithIt() throws Exception {
        assertThat(rooms(true)).isEqualTo("gpu.nvidia.com: 2 of 3 free");
        assertThat(rooms(false)).as("nothing is counted as free of which that is not known")
                .isEqualTo("Free devices unknown: You may not list resourceclaims");
    }

    private static String rooms(boolean permitted) throws Exception {
        return WorkloadTemplateParameterChoices
                .read(new Claimed(permitted), new Sample().snapshot(), AcceleratorCatalog.standard(), List.of("team"))
                .roomTexts().getOrDefault("deviceClass", "");
    }

    @Test
    void whoMayNotListDeviceClassesChoosesFromTheRest() throws Exception {
        var choices = WorkloadTemplateParameterChoices.read(new Guarded(), new Sample().snapshot(),
                AcceleratorCatalog.standard(), List.of("team"));

        assertThat(choices.values()).containsEntry("storageClass", List.of("shared")).containsEntry("deviceClass",
                List.of());
        assertThat(choices.unknownReasons()).as("and is told that there may be some")
                .isEqualTo(Map.of("deviceClass", "You may not list deviceclasses"));
    }
}
