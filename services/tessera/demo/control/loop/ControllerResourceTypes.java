package tessera.demo.control.loop;

import tessera.demo.store.ServedResourceCatalog;
import tessera.demo.store.ServedResourceType;

/** The built-in resources that controllers use. */
public record ControllerResourceTypes(ServedResourceType pods, ServedResourceType nodes, ServedResourceType events,
        ServedResourceType namespaces,
        ServedResourceType claims, ServedResourceType volumes, ServedResourceType quotas, ServedResourceType leases,
        ServedResourceType deployments,
        ServedResourceType replicaSets, ServedResourceType statefulSets, ServedResourceType daemonSets,
        ServedResourceType jobs,
        ServedResourceType budgets, ServedResourceType storageClasses,
        ServedResourceType deviceClasses, ServedResourceType slices, ServedResourceType deviceClaims,
        ServedResourceType claimTemplates) {

    public static ControllerResourceTypes from(ServedResourceCatalog catalog) {
        return new ControllerResourceTypes(catalog.get("pods"), catalog.get("nodes"), catalog.get("events"),
                catalog.get("namespaces"),
                catalog.get("persistentvolumeclaims"), catalog.get("persistentvolumes"), catalog.get("resourcequotas"),
                catalog.get("leases.coordination.k8s.io"), catalog.get("deployments.apps"),
                catalog.get("replicasets.apps"), catalog.get("statefulsets.apps"), catalog.get("daemonsets.apps"),
                catalog.get("jobs.batch"), catalog.get("poddisruptionbudgets.policy"),
                catalog.get("storageclasses.storage.k8s.io"), catalog.get("deviceclasses.resource.k8s.io"),
                catalog.get("resourceslices.resource.k8s.io"), catalog.get("resourceclaims.resource.k8s.io"),
                catalog.get("resourceclaimtemplates.resource.k8s.io"));
    }
}
