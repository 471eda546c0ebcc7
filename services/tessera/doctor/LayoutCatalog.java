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
 * The MIG layouts that a node can be configured with.
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
     * Returns the names of the layouts that a product can take, in alphabetical order; all, where the product is unknown.
     *
     * @param product as its label has it
     */
    List<String> layoutsFor(String product) {
        var fitting = MigProducts.bundled().findByLabel(product).map(each -> StandardConfigs.forProduct(each).keySet());
        return names.stream().filter(name -> fitting.isEmpty() || fitting.get().contains(name)
                || !SINGLE.matcher(name).matches()).sorted().toList();
    }

    /** Returns the layouts of each node whose last change failed, as far as they can be read; waits for the cluster. */
    static Map<String, LayoutCatalog> read(GpuStack stack, ObjectSource objects) throws Failure, InterruptedException {
        var failed = stack.chains().stream().filter(LayoutCatalog::hasFailed).toList();
        if (failed.isEmpty()) {
            return Map.of();
        }
        var named = configuredName(stack, objects);
        var layouts = new HashMap<String, LayoutCatalog>();
        for (var chain : failed) {
            var pod = chain.linkOf(StackComponent.MIG).pod();
            if (pod != null) {
                var names = MigConfigFile.configMapNames(chain.name(), named);
                readFirst(pod.namespace(), names, objects).ifPresent(catalog -> layouts.put(chain.name(), catalog));
            }
        }
        return layouts;
    }

    private static boolean hasFailed(NodeChain chain) {
        var facts = chain.node().info().facts();
        return facts.label(MigLabels.STATE).equals("failed") && !facts.label(MigLabels.CONFIG).isEmpty();
    }

    private static String configuredName(GpuStack stack, ObjectSource objects) throws Failure, InterruptedException {
        var policy = stack.objects().activePolicy();
        return policy.isEmpty() ? ""
                : objects.find(GpuStackInventory.policyRef(policy.get()))
                        .map(element -> element.at("/spec/migManager/config/name").asText("")).orElse("");
    }

    private static Optional<LayoutCatalog> readFirst(String namespace, List<String> names, ObjectSource objects)
            throws Failure, InterruptedException {
        for (var name : names) {
            var map = new ObjectRef("v1", "ConfigMap", "configmaps", namespace, name);
            var found = objects.find(map);
            if (found.isPresent()) {
                return fromConfigMap(map, found.get());
            }
        }
        return Optional.empty();
    }

    /** Returns the layouts of a ConfigMap; empty for one that is no valid YAML. */
    private static Optional<LayoutCatalog> fromConfigMap(ObjectRef map, JsonNode found) {
        try {
            var file = MigConfigFile.read(YAML.readTree(found.path("data").path("config.yaml").asText("")));
            return file.configs().isEmpty() ? Optional.empty()
                    : Optional.of(new LayoutCatalog(map, file.configs().keySet()));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
