package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ServedKinds;
import tessera.cluster.object.TextMaps;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ManifestLookups;
import tessera.scheduling.spec.QuotaScopes;

/** Reads kinds, namespaces and quotas from the API server for manifests; served kinds once per version. One thread at a time. */
final class HttpManifests implements ManifestLookups {

    private final ObjectLists objects;
    private final ServedKinds served;

    HttpManifests(ObjectLists objects) {
        this.objects = objects;
        served = new ServedKinds(objects);
    }

    @Override
    public Optional<KnownKind> findKind(String apiVersion, String kind) throws Failure, InterruptedException {
        return served.findKind(apiVersion, kind);
    }

    @Override
    public Optional<Map<String, String>> readLabels(ObjectRef object) throws Failure, InterruptedException {
        try {
            return Optional
                    .of(TextMaps.readMap(objects.readMetadata(ApiPaths.objectPath(object), "read " + object)
                            .at("/metadata/labels")));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public Optional<String> readJson(ObjectRef object) throws Failure, InterruptedException {
        try {
            return Optional.of(objects.readJson(ApiPaths.objectPath(object), "read " + object).toString());
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public ObjectNames listNames(ObjectRef kind) throws Failure, InterruptedException {
        var names = new ArrayList<String>();
        try {
            boolean whole = objects.forEachMetadata(ApiPaths.collectionPath(kind) + "?limit=500",
                    "list " + kind.resource(),
                    element -> names.add(element.at("/metadata/name").asText()));
            return new ObjectNames(names, whole);
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return new ObjectNames(List.of(), true);
            }
            throw failure;
        }
    }

    @Override
    public List<ObjectRef> listNamespacedKinds(String namespace) throws Failure, InterruptedException {
        return served.listableKinds(namespace);
    }

    @Override
    public List<String> servedVersions(String group) throws Failure, InterruptedException {
        return served.versionsOf(group);
    }

    @Override
    public List<LookupQuota> listQuotas(String namespace) throws Failure, InterruptedException {
        return objects
                .listAll("/api/v1/namespaces/" + ApiPaths.encode(namespace) + "/resourcequotas?limit=500",
                        "list the quotas of " + namespace)
                .stream().map(HttpManifests::readQuota).toList();
    }

    /** Reads a quota; one just created has no status yet. */
    private static LookupQuota readQuota(JsonNode quota) {
        var counted = quota.at("/status/hard");
        return new LookupQuota(quota.at("/metadata/name").asText(),
                TextMaps.readMap(counted.isEmpty() ? quota.at("/spec/hard") : counted),
                TextMaps.readMap(quota.at("/status/used")),
                QuotaScopes.of(quota));
    }
}
