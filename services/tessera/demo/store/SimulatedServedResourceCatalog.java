package tessera.demo.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The resources that are served: those built in, and custom ones defined while the cluster runs. Any thread. */
public final class SimulatedServedResourceCatalog {

    private final List<SimulatedResourceType> builtIn = SimulatedResourceTypeReader.readBuiltIn();
    private volatile List<SimulatedResourceType> all = builtIn;

    /** Returns all resources, in the order of discovery. */
    public List<SimulatedResourceType> allResources() {
        return all;
    }

    public @Nullable SimulatedResourceType findResource(String group, String version, String plural) {
        for (var type : all) {
            if (type.plural().equals(plural) && type.group().equals(group) && type.version().equals(version)) {
                return type;
            }
        }
        return null;
    }

    /** Returns a resource that is known to be served, in its preferred version: {@code pods}, {@code deployments.apps}. */
    public SimulatedResourceType get(String qualified) {
        return all.stream().filter(type -> type.qualifiedName().equals(qualified)).findFirst()
                .orElseThrow(() -> new NoSuchElementException(qualified));
    }

    public @Nullable SimulatedResourceType findByKind(String apiVersion, String kind) {
        for (var type : all) {
            if (type.kind().equals(kind) && type.apiVersion().equals(apiVersion)) {
                return type;
            }
        }
        return null;
    }

    /** Returns whether the group is built in, rather than made of custom resources. */
    public boolean isBuiltIn(String group) {
        return builtIn.stream().anyMatch(type -> type.group().equals(group));
    }

    /** Serves these versions of a custom resource instead of those served so far. */
    public synchronized void replaceVersions(String group, String plural, List<SimulatedResourceType> versions) {
        var custom = new ArrayList<>(all.subList(builtIn.size(), all.size()));
        custom.removeIf(type -> type.group().equals(group) && type.plural().equals(plural));
        custom.addAll(versions);
        custom.sort(Comparator.comparing(SimulatedResourceType::group).thenComparing(SimulatedResourceType::version)
                .thenComparing(SimulatedResourceType::plural));
        all = Stream.concat(builtIn.stream(), custom.stream()).toList();
    }
}
