package tessera.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.mig.MigConfigFile;
import tessera.mig.MigProducts;
import tessera.mig.StandardConfigs;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.ObjectRef;
import tessera.scheduling.ObjectSource;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;

/**
 * The MIG layouts that a node can be told to take.
 *
 * @param map   the ConfigMap that has them
 * @param names of the layouts
 */
public record LayoutCatalog(ObjectRef map, Set<String> names) {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Pattern SINGLE = Pattern.compile("all-\\d+g\\..*");

    public LayoutCatalog {
        names = Set.copyOf(names);
    }

    /**
     * Names of those that GPUs can take, in alphabetical order: of the usual ones for single sizes only those of the
     * product; all, where it is not known.
     *
     * @param product as its label has it
     */
    List<String> of(String product) {
        var fitting = MigProducts.bundled().byLabel(product).map(each -> StandardConfigs.of(each).keySet());
        return names.stream().filter(name -> fitting.isEmpty() || fitting.get().contains(name)
                || !SINGLE.matcher(name).matches()).sorted().toList();
    }

    /** Those of each node whose last change failed, as far as they can be read; waits for the cluster. */
    static Map<String, LayoutCatalog> read(GpuStack stack, ObjectSource objects) throws Failure, InterruptedException {
        var failed = stack.chains().stream().filter(LayoutCatalog::failed).toList();
        if (failed.isEmpty()) {
            return Map.of();
        }
        var named = named(stack, objects);
        var layouts = new HashMap<String, LayoutCatalog>();
        for (var chain : failed) {
            var pod = chain.link(StackComponent.MIG).pod();
            if (pod != null) {
                var names = MigConfigFile.maps(chain.name(), named);
                first(pod.namespace(), names, objects).ifPresent(each -> layouts.put(chain.name(), each));
            }
        }
        return layouts;
    }

    private static boolean failed(NodeChain chain) {
        var facts = chain.node().info().facts();
        return facts.label(MigLabels.STATE).equals("failed") && !facts.label(MigLabels.CONFIG).isEmpty();
    }

    private static String named(GpuStack stack, ObjectSource objects) throws Failure, InterruptedException {
        var policy = stack.objects().policy();
        return policy.isEmpty() ? ""
                : objects.object(GpuStackInventory.policy(policy.get()))
                        .map(each -> each.at("/spec/migManager/config/name").asText("")).orElse("");
    }

    private static Optional<LayoutCatalog> first(String namespace, List<String> names, ObjectSource objects)
            throws Failure, InterruptedException {
        for (var name : names) {
            var map = new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name);
            var found = objects.object(map);
            if (found.isPresent()) {
                return of(map, found.get());
            }
        }
        return Optional.empty();
    }

    /** What is no YAML has no layouts that could be told apart. */
    private static Optional<LayoutCatalog> of(ObjectRef map, JsonNode found) {
        try {
            var file = MigConfigFile.read(YAML.readTree(found.path("data").path("config.yaml").asText("")));
            return file.configs().isEmpty() ? Optional.empty()
                    : Optional.of(new LayoutCatalog(map, file.configs().keySet()));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
