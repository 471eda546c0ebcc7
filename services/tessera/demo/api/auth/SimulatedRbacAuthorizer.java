package tessera.demo.api.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Authorizer by the stored roles and bindings. Any thread. */
public final class SimulatedRbacAuthorizer {

    private static final String MASTERS = "system:masters";

    private final SimulatedEtcdStore store;
    private final SimulatedServedResourceCatalog catalog;
    private volatile SimulatedRbacGrants grants;

    public SimulatedRbacAuthorizer(SimulatedEtcdStore store, SimulatedServedResourceCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
        this.grants = SimulatedRbacGrants.readGrants(store, catalog);
    }

    public SimulatedAuthorizationDecision decide(SimulatedApiUser user, AuthorizationAttributes attributes) {
        if (user.groups().contains(MASTERS)) {
            return new SimulatedAuthorizationDecision(true, "");
        }
        for (var grant : currentGrants().grants()) {
            if (grant.appliesTo(user, attributes.namespace())
                    && grant.rules().stream().anyMatch(rule -> rule.allows(attributes))) {
                return new SimulatedAuthorizationDecision(true, grant.reason());
            }
        }
        return SimulatedAuthorizationDecision.NO;
    }

    /** Returns the status of a rules review: all rules of a user in a namespace. */
    public ObjectNode rulesReviewStatus(SimulatedApiUser user, String namespace) {
        var status = SimulatedStoreJsonCodec.newObject();
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        if (user.groups().contains(MASTERS)) {
            var all = List.of("*");
            resources.add(new SimulatedRbacRule(all, all, all, List.of(), List.of()).reviewRule());
            paths.add(new SimulatedRbacRule(all, List.of(), List.of(), List.of(), all).reviewRule());
        }
        for (var grant : currentGrants().grants()) {
            if (grant.appliesTo(user, namespace)) {
                for (var rule : grant.rules()) {
                    (rule.isAboutResources() ? resources : paths).add(rule.reviewRule());
                }
            }
        }
        status.put("incomplete", false);
        return status;
    }

    private SimulatedRbacGrants currentGrants() {
        var rbacGrants = grants;
        if (rbacGrants.writeCount() != SimulatedRbacGrants.countWrites(store, catalog)) {
            rbacGrants = SimulatedRbacGrants.readGrants(store, catalog);
            grants = rbacGrants;
        }
        return rbacGrants;
    }
}
