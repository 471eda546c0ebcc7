package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import tessera.model.Problem;
import tessera.quota.access.GpuAccessPermission;
import tessera.quota.access.NamespacePermissionSubjects;
import tessera.quota.access.RoleGrantedSubject;

/** A report on permissions to create pods, exec into them and change nodes. */
public final class NamespacePermissionsReport extends CommandOutputReport {

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
        for (var deed : GpuAccessPermission.values()) {
            var who = grantsOf(deed).stream().map(RoleGrantedSubject::subjectText).distinct()
                    .collect(Collectors.joining(", "));
            var known = may.grantGap().isEmpty() ? "nobody" : "?";
            var by = grantsOf(deed).stream().map(RoleGrantedSubject::binding).distinct()
                    .collect(Collectors.joining(", "));
            var row = List.of(deed.rightText(), ownAnswerText(deed), who.isEmpty() ? known : who,
                    by.isEmpty() ? "-" : by,
                    ownReason(deed));
            table.add(wide ? row : row.subList(0, 3));
        }
    }

    private List<RoleGrantedSubject> grantsOf(GpuAccessPermission deed) {
        return may.grants().getOrDefault(deed, List.of());
    }

    private String ownAnswerText(GpuAccessPermission deed) {
        var answer = may.ownAnswers().get(deed);
        return answer == null ? "?" : answer.allowed() ? "yes" : "no";
    }

    private String ownReason(GpuAccessPermission deed) {
        var answer = may.ownAnswers().get(deed);
        return answer == null ? may.ownGap().map(Problem::problemText).orElse("") : answer.reason();
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "Access")
                .put("namespace", may.namespace()).put("complete", may.grantGap().isEmpty());
        may.grantGap().map(Problem::problemText).ifPresent(reason -> json.put("incompleteBecause", reason));
        var list = json.putArray("rights");
        for (var deed : GpuAccessPermission.values()) {
            var entry = list.addObject().put("right", deed.rightText());
            var answer = may.ownAnswers().get(deed);
            if (answer != null) {
                entry.put("you", answer.allowed());
            }
            entry.put("reason", ownReason(deed));
            var grants = entry.putArray("grants");
            grantsOf(deed).forEach(grant -> grants.addObject().put("kind", grant.kind()).put("name", grant.name())
                    .put("role", grant.role()).put("binding", grant.binding()).put("someByName", grant.namedOnly()));
        }
        return json;
    }
}
