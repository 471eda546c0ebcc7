package tessera.plan.launch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.launch.Template;
import tessera.launch.Templates;
import tessera.model.Failure;
import tessera.plan.survey.ManifestLookups;
import tessera.plan.survey.Supply;

/**
 * Templates as a cluster can have them.
 *
 * @param templates in the versions that it serves
 * @param lacks     what is lacking for those that need more than Kubernetes has by itself, by their ids; empty where nothing is
 * @param kinds     by {@code apiVersion/kind}, of those that need more: in which versions it serves them
 */
public record ServedTemplates(Templates templates, Map<String, String> lacks, Map<String, List<String>> kinds) {

    public ServedTemplates {
        lacks = Map.copyOf(lacks);
        kinds = Map.copyOf(kinds);
    }

    /** Asks the cluster; waits for it. */
    public static ServedTemplates read(Templates templates, ManifestLookups lookups)
            throws Failure, InterruptedException {
        var served = new HashMap<String, Template>();
        var lacks = new HashMap<String, String>();
        var kinds = new HashMap<String, List<String>>();
        for (var each : templates.all()) {
            if (!each.custom().isEmpty()) {
                var versions = Supply.versions(lookups, each.version(), each.kind());
                var template = each.served(versions);
                served.put(template.id(), template);
                kinds.put(template.custom(), versions);
                lacks.put(template.id(),
                        template.lack(versions, template.supply().isEmpty() || Supply.any(lookups, template.supply()))
                                .orElse(""));
            }
        }
        return new ServedTemplates(templates.each(template -> served.getOrDefault(template.id(), template)), lacks,
                kinds);
    }
}
