package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.Catalog;
import tessera.demo.store.Json;
import tessera.demo.store.Store;

/** Decides by the roles and bindings that are stored. Any thread. */
public final class Rbac {

    private static final String MASTERS = "system:masters";

    private final Store store;
    private final Catalog catalog;
    private volatile Grants grants;

    public Rbac(Store store, Catalog catalog) {
        this.store = store;
        this.catalog = catalog;
        this.grants = Grants.read(store, catalog);
    }

    public Decision decide(User user, Access access) {
        if (user.groups().contains(MASTERS)) {
            return new Decision(true, "");
        }
        for (var grant : current().grants()) {
            if (grant.concerns(user, access.namespace())
                    && grant.rules().stream().anyMatch(rule -> rule.allows(access))) {
                return new Decision(true, grant.reason());
            }
        }
        return Decision.NO;
    }

    /** The status of a rules review: all that a user may do in a namespace. */
    public ObjectNode rules(User user, String namespace) {
        var status = Json.object();
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        if (user.groups().contains(MASTERS)) {
            var all = List.of("*");
            resources.add(new Rule(all, all, all, List.of(), List.of()).told());
            paths.add(new Rule(all, List.of(), List.of(), List.of(), all).told());
        }
        for (var grant : current().grants()) {
            if (grant.concerns(user, namespace)) {
                for (var rule : grant.rules()) {
                    (rule.aboutResources() ? resources : paths).add(rule.told());
                }
            }
        }
        status.put("incomplete", false);
        return status;
    }

    private Grants current() {
        var known = grants;
        if (known.writes() != Grants.writes(store, catalog)) {
            known = Grants.read(store, catalog);
            grants = known;
        }
        return known;
    }
}
