package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import tessera.model.Problem;
import tessera.quota.access.GpuAccessPermission;
import tessera.quota.access.NamespacePermissionSubjects;
import tessera.quota.access.RoleGrantedSubject;
import tessera.text.OptionalText;

/** A report on permissions to create pods, exec into them and change nodes. */
public final class NamespacePermissionsReport extends AbstractMultiFormatReport {

    private final NamespacePermissionSubjects may;

    public NamespacePermissionsReport(NamespacePermissionSubjects may) {
        super(List.of("MAY", "YOU", "ROLES-ALLOW"), List.of("BY", "REASON"));
        this.may = may;
    }

    @Override
    String emptyText() {
        return "";
    }

    @Override
    void fillTable(TextTable table, boolean wide) {
        for (var permission : GpuAccessPermission.values()) {
            var who = grantsOf(permission).stream().map(RoleGrantedSubject::subjectText).distinct()
                    .collect(Collectors.joining(", "));
            var known = may.grantGap().isEmpty() ? "nobody" : "?";
            var by = grantsOf(permission).stream().map(RoleGrantedSubject::binding).distinct()
                    .collect(Collectors.joining(", "));
            var row = List.of(permission.rightText(), ownAnswerText(permission), OptionalText.orElse(who, known),
                    OptionalText.orElse(by, "-"), ownReason(permission));
            table.add(wide ? row : row.subList(0, 3));
        }
    }

    private List<RoleGrantedSubject> grantsOf(GpuAccessPermission permission) {
        return may.grants().getOrDefault(permission, List.of());
    }

    private String ownAnswerText(GpuAccessPermission permission) {
        var answer = may.ownAnswers().get(permission);
        if (answer == null) {
            return "?";
        }
        if (answer.allowed()) {
            return "yes";
        }
        return "no";
    }

    private String ownReason(GpuAccessPermission permission) {
        var answer = may.ownAnswers().get(permission);
        if (answer == null) {
            return may.ownGap().map(Problem::problemText).orElse("");
        }
        return answer.reason();
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Access")
                .put("namespace", may.namespace()).put("complete", may.grantGap().isEmpty());
        may.grantGap().map(Problem::problemText).ifPresent(reason -> json.put("incompleteBecause", reason));
        var list = json.putArray("rights");
        for (var permission : GpuAccessPermission.values()) {
            var entry = list.addObject().put("right", permission.rightText());
            var answer = may.ownAnswers().get(permission);
            if (answer != null) {
                entry.put("you", answer.allowed());
            }
            entry.put("reason", ownReason(permission));
            var grants = entry.putArray("grants");
            grantsOf(permission).forEach(grant -> grants.addObject().put("kind", grant.kind()).put("name", grant.name())
                    .put("role", grant.role()).put("binding", grant.binding()).put("someByName", grant.namedOnly()));
        }
        return json;
    }
}
