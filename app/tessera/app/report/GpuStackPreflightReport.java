package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.plan.operator.GpuStackPreflightCheckResult;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A report on the preflight checks for a GPU stack. */
public final class GpuStackPreflightReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuStackPreflightReport.class);

    private final List<GpuStackPreflightCheckResult> checks;

    public GpuStackPreflightReport(List<GpuStackPreflightCheckResult> checks) {
        super(List.of("CHECK", "VERDICT", "EVIDENCE", "REMEDY"), List.of());
        this.checks = List.copyOf(checks);
    }

    @Override
    String emptyText() {
        return MESSAGES.text("preflight.none");
    }

    @Override
    void fillTable(TextTable table, boolean all) {
        checks.forEach(check -> table.add(List.of(check.title(), check.verdict().verdictText(), check.evidence(),
                OptionalText.orElse(check.remedy(), "-"))));
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Preflight");
        var list = json.putArray("checks");
        checks.forEach(check -> ReasonJsonWriter.put(list.addObject().put("check", check.title())
                .put("verdict", check.verdict().code()).put("evidence", check.evidence()).put("remedy", check.remedy()),
                check.reason()));
        return json;
    }
}
