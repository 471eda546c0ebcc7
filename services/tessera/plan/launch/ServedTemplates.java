package tessera.plan.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.launch.TemplateLibrary;
import tessera.launch.WorkloadTemplate;
import tessera.model.Failure;
import tessera.plan.context.KindSupply;
import tessera.plan.context.ManifestLookups;

/**
 * The templates that a cluster can run, with what others lack.
 *
 * @param templates in the versions that it serves
 * @param lacks     what is lacking for those that need more than Kubernetes has by itself, by their ids; empty where nothing is
 * @param kinds     by {@code apiVersion/kind}, of those that need more: in which versions it serves them
 */
public record ServedTemplates(TemplateLibrary templates, Map<String, String> lacks, Map<String, List<String>> kinds) {

    public ServedTemplates {
        lacks = Map.copyOf(lacks);
        kinds = Map.copyOf(kinds);
    }

    /** Reads the templates that the cluster serves; waits for the server. */
    public static ServedTemplates read(TemplateLibrary templates, ManifestLookups lookups)
            throws Failure, InterruptedException {
        var served = new HashMap<String, WorkloadTemplate>();
        var lacks = new HashMap<String, String>();
        var kinds = new HashMap<String, List<String>>();
        for (var each : templates.templates()) {
            if (!each.customKind().isEmpty()) {
                var versions = KindSupply.servedVersions(lookups, each.apiVersion(), each.kindName());
                var template = each.forServedVersion(versions);
                served.put(template.id(), template);
                kinds.put(template.customKind(), versions);
                lacks.put(template.id(),
                        template.lackText(versions,
                                template.supplyKind().isEmpty() || KindSupply.hasAny(lookups, template.supplyKind()))
                                .orElse(""));
            }
        }
        return new ServedTemplates(templates.mapTemplates(template -> served.getOrDefault(template.id(), template)),
                lacks,
                kinds);
    }
}
