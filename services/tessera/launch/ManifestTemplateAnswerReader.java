package tessera.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.model.ShellWordQuoter;
import tessera.text.OptionalText;

/**
 * Reads the answers to a template's questions from a manifest. Where an answer goes is found by filling the template in with
 * words that nobody uses; an answer is taken only if the template filled in with it is more like the manifest than before.
 */
final class ManifestTemplateAnswerReader {

    private static final String PROBE = "probeqz";
    private static final String DOMAIN = PROBE + ".example/z";

    private final TemplateAndTargetCluster targetCluster;
    private final ManifestScalarIndex scalars;

    ManifestTemplateAnswerReader(TemplateAndTargetCluster targetCluster, ManifestScalarIndex scalars) {
        this.targetCluster = targetCluster;
        this.scalars = scalars;
    }

    /** Reads the answers, starting from the previous ones. */
    Map<String, String> readAnswers(Map<String, String> before) {
        Map<String, String> answers = new LinkedHashMap<>(before);
        int distance = distanceOf(answers);
        for (var parameter : targetCluster.template().parameters()) {
            if (distance == 0) {
                break;
            }
            for (var candidate : candidateValues(parameter, answers)) {
                var tried = withAnswer(answers, parameter, candidate);
                int then = parameter.findProblem(candidate).isPresent() ? distance : distanceOf(tried);
                if (then < distance) {
                    distance = then;
                    answers = tried;
                }
            }
        }
        return answers;
    }

    private int distanceOf(Map<String, String> answers) {
        return scalars.countDifferences(fillTemplate(answers));
    }

    private ManifestScalarIndex fillTemplate(Map<String, String> answers) {
        return ManifestScalarIndex.parse(targetCluster.fillTemplate(answers).yaml());
    }

    private static Map<String, String> withAnswer(Map<String, String> answers, WorkloadTemplateParameter parameter,
            String value) {
        var changed = new LinkedHashMap<>(answers);
        if (value.equals(parameter.defaultValue())) {
            changed.remove(parameter.key());
        } else {
            changed.put(parameter.key(), value);
        }
        return changed;
    }

    private Set<String> candidateValues(WorkloadTemplateParameter parameter, Map<String, String> answers) {
        if (parameter.type() == WorkloadTemplateParameter.TemplateParameterType.FLAG) {
            return Set.of("true", "false");
        }
        if (!parameter.values().isEmpty()) {
            return new LinkedHashSet<>(parameter.values());
        }
        return switch (parameter.type()) {
            case RESOURCE -> resourceCandidates(fillWith(answers, parameter, DOMAIN));
            case LABELS -> labelCandidates(parameter, answers);
            case TOLERATIONS -> tolerationCandidates(fillWith(answers, parameter, DOMAIN + ":NoSchedule"));
            default -> scalarCandidates(parameter, answers);
        };
    }

    private ManifestScalarIndex fillWith(Map<String, String> answers, WorkloadTemplateParameter parameter,
            String value) {
        var changed = new LinkedHashMap<>(answers);
        changed.put(parameter.key(), value);
        return fillTemplate(changed);
    }

    /** Returns devices named where the template names its own, except those that answer another parameter. */
    private Set<String> resourceCandidates(ManifestScalarIndex probed) {
        return pathsOfKey(probed, DOMAIN).stream().flatMap(place -> emptyChildNames(place, probed))
                .filter(ContainerResourceRequest::isExtended).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Stream<String> emptyChildNames(List<String> place, ManifestScalarIndex probed) {
        return scalars.childNames(place).stream()
                .filter(name -> probed.textAt(ManifestScalarIndex.appendPart(place, name)).isEmpty());
    }

    /** Returns the paths at which a key stands. */
    private static Set<List<String>> pathsOfKey(ManifestScalarIndex probed, String key) {
        var places = new LinkedHashSet<List<String>>();
        for (var path : probed.leaves().keySet()) {
            int at = path.indexOf(key);
            if (at > 0) {
                places.add(path.subList(0, at));
            }
        }
        return places;
    }

    private Set<String> labelCandidates(WorkloadTemplateParameter parameter, Map<String, String> answers) {
        var found = new LinkedHashSet<String>();
        var without = fillWith(answers, parameter, "");
        for (var place : pathsOfKey(fillWith(answers, parameter, DOMAIN + "=z"), DOMAIN)) {
            found.add(scalars.childNames(place).stream()
                    .filter(key -> without.textAt(ManifestScalarIndex.appendPart(place, key)).isEmpty())
                    .map(key -> key + "=" + scalars.textAt(ManifestScalarIndex.appendPart(place, key)))
                    .collect(Collectors.joining(",")));
        }
        return found;
    }

    private Set<String> tolerationCandidates(ManifestScalarIndex probed) {
        var found = new LinkedHashSet<String>();
        for (var place : pathsOfKey(probed, "[" + DOMAIN + "]")) {
            found.add(scalars.childNames(place).stream()
                    .map(entry -> tolerationText(ManifestScalarIndex.appendPart(place, entry)))
                    .collect(Collectors.joining(",")));
        }
        return found;
    }

    private String tolerationText(List<String> entry) {
        var value = scalars.textAt(ManifestScalarIndex.appendPart(entry, "value"));
        return scalars.textAt(ManifestScalarIndex.appendPart(entry, "key")) + OptionalText.prefixed("=", value) + ":"
                + scalars.textAt(ManifestScalarIndex.appendPart(entry, "effect"));
    }

    /** Returns the texts at the places of an answer, including parts of a text. */
    private Set<String> scalarCandidates(WorkloadTemplateParameter parameter, Map<String, String> answers) {
        var found = new LinkedHashSet<String>();
        var probed = fillWith(answers, parameter, PROBE);
        boolean words = parameter.type() == WorkloadTemplateParameter.TemplateParameterType.WORDS;
        probed.leaves().forEach((path, manifestScalar) -> {
            int at = manifestScalar.text().indexOf(PROBE);
            boolean once = at >= 0 && manifestScalar.text().indexOf(PROBE, at + 1) < 0;
            if (once && words && path.getLast().matches("\\d+")) {
                wordsAt(path, probed).ifPresent(found::add);
            } else if (once) {
                partBetween(path, manifestScalar.text().substring(0, at),
                        manifestScalar.text().substring(at + PROBE.length())).ifPresent(found::add);
            }
        });
        if (!parameter.required()) {
            found.add("");
        }
        return found;
    }

    private Optional<String> partBetween(List<String> path, String before, String behind) {
        var text = scalars.textAt(path);
        boolean fits = text.length() >= before.length() + behind.length() && text.startsWith(before)
                && text.endsWith(behind);
        if (fits) {
            return Optional.of(text.substring(before.length(), text.length() - behind.length()));
        }
        return Optional.empty();
    }

    /** Returns the words of a list without the template's own at its beginning and end. */
    private Optional<String> wordsAt(List<String> path, ManifestScalarIndex probed) {
        var list = path.subList(0, path.size() - 1);
        int front = Integer.parseInt(path.getLast());
        int behind = probed.childNames(list).size() - front - 1;
        var entries = scalars.childNames(list);
        if (entries.size() <= front + behind) {
            return Optional.empty();
        }
        var texts = new ArrayList<String>();
        entries.subList(front, entries.size() - behind)
                .forEach(entry -> texts.add(scalars.textAt(ManifestScalarIndex.appendPart(list, entry))));
        return Optional.of(texts.stream().map(ShellWordQuoter::quote).collect(Collectors.joining(" ")));
    }
}
