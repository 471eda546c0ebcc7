package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import tessera.launch.Templates;

/** The templates of workloads. */
public final class TemplatesReport {

    private final Templates templates;
    private final Map<String, Boolean> available;

    /**
     * A list of templates.
     *
     * @param available whether what a template needs is installed, by its id; empty where no cluster was asked
     */
    public TemplatesReport(Templates templates, Map<String, Boolean> available) {
        this.templates = templates;
        this.available = Map.copyOf(available);
    }

    /** As {@code json}, else in columns. */
    public String print(String form) {
        if (form.equals("json")) {
            var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind",
                    "TemplateList");
            var list = json.putArray("templates");
            templates.all().forEach(template -> list.addObject().put("template", template.id())
                    .put("title", template.title()).put("description", template.description())
                    .put("needs", template.custom()).put("installed", available.get(template.id())));
            var broken = json.putArray("broken");
            templates.broken().forEach(each -> broken.addObject().put("file", each.file()).put("reason",
                    each.reason()));
            return json.toPrettyString() + "\n";
        }
        var table = new TextTable(List.of("TEMPLATE", "WHAT", "NEEDS"));
        templates.all().forEach(template -> table.add(List.of(template.id(), template.description(),
                template.custom().isEmpty() ? "-"
                        : template.custom()
                                + (available.getOrDefault(template.id(), true) ? "" : " (not installed)"))));
        return table.columns();
    }
}
