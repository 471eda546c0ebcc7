package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Map;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.text.OptionalText;
import tessera.yaml.TerminalSafeJsonFormatter;

/** A report on workload templates. */
public final class WorkloadTemplatesReport {

    private final WorkloadTemplateLibrary templates;
    private final Map<String, String> missingByTemplate;

    /**
     * A list of templates.
     *
     * @param missingByTemplate what the cluster lacks for a template, by its id; empty where no cluster was asked
     */
    public WorkloadTemplatesReport(WorkloadTemplateLibrary templates, Map<String, String> missingByTemplate) {
        this.templates = templates;
        this.missingByTemplate = Map.copyOf(missingByTemplate);
    }

    /** Returns the report as {@code json}, else in columns. */
    public String print(String form) {
        if (form.equals("json")) {
            var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind",
                    "TemplateList");
            var list = json.putArray("templates");
            templates.templates()
                    .forEach(template -> list.addObject().put("template", template.id()).put("title", template.title())
                            .put("description", template.description()).put("needs", template.customKind())
                            .put("installed",
                                    missingByTemplate.containsKey(template.id())
                                            ? missingByTemplate.get(template.id()).isEmpty()
                                            : null)
                            .put("lack", missingByTemplate.getOrDefault(template.id(), "")));
            var broken = json.putArray("broken");
            templates.brokenTemplates()
                    .forEach(each -> broken.addObject().put("file", each.file()).put("reason", each.reason()));
            return TerminalSafeJsonFormatter.format(json);
        }
        var table = new TextTable(List.of("TEMPLATE", "WHAT", "NEEDS"));
        templates.templates().forEach(template -> table.add(List.of(template.id(),
                OptionalText.orElse(template.description(), template.title()), customKindText(template))));
        return table.toColumns();
    }

    private String customKindText(WorkloadTemplate template) {
        if (template.customKind().isEmpty()) {
            return "-";
        }
        return template.customKind() + (missingByTemplate.getOrDefault(template.id(), "").isEmpty() ? ""
                : " (" + missingByTemplate.get(template.id()) + ")");
    }
}
