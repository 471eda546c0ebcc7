package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.StoreJson;

/** Decides by the roles and bindings that are stored. Any thread. */
public final class RbacAuthorizer {

    private static final String MASTERS = "system:masters";

    private final ObjectStore store;
    private final ResourceCatalog catalog;
    private volatile RoleGrants grants;

    public RbacAuthorizer(ObjectStore store, ResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
        this.grants = RoleGrants.read(store, catalog);
    }

    public AccessDecision decide(RequestUser user, AccessAttributes access) {
        if (user.groups().contains(MASTERS)) {
            return new AccessDecision(true, "");
        }
        for (var grant : current().grants()) {
            if (grant.concerns(user, access.namespace())
                    && grant.rules().stream().anyMatch(rule -> rule.allows(access))) {
                return new AccessDecision(true, grant.reason());
            }
        }
        return AccessDecision.NO;
    }

    /** The status of a rules review: all that a user may do in a namespace. */
    public ObjectNode rules(RequestUser user, String namespace) {
        var status = StoreJson.object();
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        if (user.groups().contains(MASTERS)) {
            var all = List.of("*");
            resources.add(new PolicyRule(all, all, all, List.of(), List.of()).told());
            paths.add(new PolicyRule(all, List.of(), List.of(), List.of(), all).told());
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

    private RoleGrants current() {
        var known = grants;
        if (known.writes() != RoleGrants.writes(store, catalog)) {
            known = RoleGrants.read(store, catalog);
            grants = known;
        }
        return known;
    }
}
