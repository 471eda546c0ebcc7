package tessera.demo.control.loop;

import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;

/** The built-in resources that controllers use. */
public record ControllerKinds(ResourceType pods, ResourceType nodes, ResourceType events, ResourceType namespaces,
        ResourceType claims, ResourceType volumes, ResourceType quotas, ResourceType leases, ResourceType deployments,
        ResourceType replicaSets, ResourceType statefulSets, ResourceType daemonSets, ResourceType jobs,
        ResourceType budgets, ResourceType storageClasses,
        ResourceType deviceClasses, ResourceType slices, ResourceType deviceClaims, ResourceType claimTemplates) {

    public static ControllerKinds from(ResourceCatalog catalog) {
        return new ControllerKinds(catalog.get("pods"), catalog.get("nodes"), catalog.get("events"),
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
