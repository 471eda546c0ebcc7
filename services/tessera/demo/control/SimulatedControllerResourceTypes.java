package tessera.demo.control;

import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;

/** The built-in resources that controllers use. */
public record SimulatedControllerResourceTypes(SimulatedResourceType pods, SimulatedResourceType nodes,
        SimulatedResourceType events, SimulatedResourceType namespaces, SimulatedResourceType claims,
        SimulatedResourceType volumes, SimulatedResourceType leases, SimulatedResourceType deployments,
        SimulatedResourceType replicaSets, SimulatedResourceType statefulSets, SimulatedResourceType daemonSets,
        SimulatedResourceType jobs, SimulatedResourceType budgets, SimulatedResourceType storageClasses,
        SimulatedResourceType deviceClasses, SimulatedResourceType slices, SimulatedResourceType deviceClaims,
        SimulatedResourceType claimTemplates) {

    public static SimulatedControllerResourceTypes from(SimulatedServedResourceCatalog catalog) {
        return new SimulatedControllerResourceTypes(catalog.get("pods"), catalog.get("nodes"), catalog.get("events"),
                catalog.get("namespaces"), catalog.get("persistentvolumeclaims"), catalog.get("persistentvolumes"),
                catalog.get("leases.coordination.k8s.io"), catalog.get("deployments.apps"),
                catalog.get("replicasets.apps"), catalog.get("statefulsets.apps"), catalog.get("daemonsets.apps"),
                catalog.get("jobs.batch"), catalog.get("poddisruptionbudgets.policy"),
                catalog.get("storageclasses.storage.k8s.io"), catalog.get("deviceclasses.resource.k8s.io"),
                catalog.get("resourceslices.resource.k8s.io"), catalog.get("resourceclaims.resource.k8s.io"),
                catalog.get("resourceclaimtemplates.resource.k8s.io"));
    }
}
