package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ServedKinds;
import tessera.cluster.object.TextMaps;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ManifestLookups;
import tessera.scheduling.ClaimApi;
import tessera.scheduling.spec.QuotaScopes;

/** Asks the API server what manifests meet there; what it serves, once for each version. One thread at a time. */
final class HttpManifests implements ManifestLookups {

    private final ObjectLists objects;
    private final ServedKinds served;

    HttpManifests(ObjectLists objects) {
        this.objects = objects;
        served = new ServedKinds(objects);
    }

    @Override
    public Optional<KnownKind> kind(String apiVersion, String kind) throws Failure, InterruptedException {
        return served.kind(apiVersion, kind);
    }

    @Override
    public Optional<Map<String, String>> labels(ObjectRef object) throws Failure, InterruptedException {
        try {
            return Optional
                    .of(TextMaps.of(objects.metadata(ApiPaths.of(object), "read " + object).at("/metadata/labels")));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public Optional<String> text(ObjectRef object) throws Failure, InterruptedException {
        try {
            return Optional.of(objects.read(ApiPaths.of(object), "read " + object).toString());
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public ObjectNames names(ObjectRef kind) throws Failure, InterruptedException {
        var names = new ArrayList<String>();
        try {
            boolean whole = objects.eachMetadata(ApiPaths.collection(kind) + "?limit=500", "list " + kind.resource(),
                    each -> names.add(each.at("/metadata/name").asText()));
            return new ObjectNames(names, whole);
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return new ObjectNames(List.of(), true);
            }
            throw failure;
        }
    }

    @Override
    public List<ObjectRef> kinds(String namespace) throws Failure, InterruptedException {
        return served.listed(namespace);
    }

    @Override
    public List<String> versions(String group) throws Failure, InterruptedException {
        return served.versions(group);
    }

    @Override
    public Optional<Set<String>> claimed() throws InterruptedException {
        for (var version : ClaimApi.VERSIONS) {
            var names = new HashSet<String>();
            try {
                boolean all = objects.each("/apis/" + version + "/deviceclasses?limit=500", "list classes of devices",
                        each -> names.add(each.at("/spec/extendedResourceName").asText("")));
                names.remove("");
                return Optional.of(names).<Set<String>>map(Set::copyOf).filter(_ -> all);
            } catch (Failure failure) {
                if (failure.problem().kind() != ProblemKind.NOT_FOUND) {
                    // Whoever may not see them is not told that there are none.
                    return Optional.empty();
                }
            }
        }
        return Optional.of(Set.of());
    }

    @Override
    public List<LookupQuota> quotas(String namespace) throws Failure, InterruptedException {
        return objects
                .items("/api/v1/namespaces/" + ApiPaths.encode(namespace) + "/resourcequotas?limit=500",
                        "list the quotas of " + namespace)
                .stream().map(HttpManifests::quota).toList();
    }

    /** One that was made a moment ago has no status yet. */
    private static LookupQuota quota(JsonNode quota) {
        var counted = quota.at("/status/hard");
        return new LookupQuota(quota.at("/metadata/name").asText(),
                TextMaps.of(counted.isEmpty() ? quota.at("/spec/hard") : counted),
                TextMaps.of(quota.at("/status/used")),
                QuotaScopes.of(quota));
    }
}
