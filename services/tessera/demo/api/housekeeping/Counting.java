package tessera.demo.api.housekeeping;

import java.time.Clock;
import tessera.demo.admission.quota.QuotaUsage;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Neighbours;
import tessera.demo.store.objects.Objects;
import tessera.demo.store.objects.Target;
import tessera.demo.store.objects.WriteOptions;
import tessera.demo.store.select.Selection;

/** Counts what the quotas of a namespace have used. */
final class Counting {

    private final Objects objects;
    private final Clock clock;

    Counting(Objects objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    void count(String namespace) throws ApiError {
        var type = objects.catalog().get("resourcequotas");
        if (objects.store().list(type, namespace).objects().isEmpty()) {
            return;
        }
        var neighbours = new Neighbours(objects.store(), objects.catalog());
        objects.together(together -> {
            for (var quota : together.list(type, Selection.all(namespace))) {
                var status = QuotaUsage.status(quota, neighbours, clock.instant());
                if (!Json.same(status, quota.path("status"))) {
                    var target = new Target(type, namespace, Json.text(quota, "metadata", "name"), "status");
                    together.edit(target, edited -> edited.set("status", status),
                            WriteOptions.by("kube-controller-manager"));
                }
            }
            return namespace;
        });
    }
}
