package tessera.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.launch.WorkloadLaunchDraft.TemplateAndTargetCluster;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.model.QuotedShellWord;

/**
 * Reads the answers to a template's questions from a manifest. Where an answer goes is found by filling the template in with
 * words that nobody uses; an answer is taken only if the template filled in with it is more like the manifest than before.
 */
final class ManifestTemplateAnswerReader {

    private static final String PROBE = "probeqz";
    private static final String DOMAIN = PROBE + ".example/z";

    private final TemplateAndTargetCluster ground;
    private final ManifestScalars typed;

    ManifestTemplateAnswerReader(TemplateAndTargetCluster ground, ManifestScalars typed) {
        this.ground = ground;
        this.typed = typed;
    }

    /** Reads the answers, starting from the previous ones. */
    Map<String, String> readAnswers(Map<String, String> before) {
        Map<String, String> answers = new LinkedHashMap<>(before);
        int distance = distanceOf(answers);
        for (var parameter : ground.template().parameters()) {
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
        return typed.countDifferences(fillTemplate(answers));
    }

    private ManifestScalars fillTemplate(Map<String, String> answers) {
        return ManifestScalars.parse(ground.fillTemplate(answers).yaml());
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
        if (parameter.type() == WorkloadTemplateParameter.ParameterType.FLAG) {
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

    private ManifestScalars fillWith(Map<String, String> answers, WorkloadTemplateParameter parameter, String value) {
        var changed = new LinkedHashMap<>(answers);
        changed.put(parameter.key(), value);
        return fillTemplate(changed);
    }

    /** Returns devices named where the template names its own, except those that answer another parameter. */
    private Set<String> resourceCandidates(ManifestScalars probed) {
        return pathsOfKey(probed, DOMAIN).stream().flatMap(place -> typed.childNames(place).stream()
                .filter(name -> probed.textAt(ManifestScalars.appendPart(place, name)).isEmpty()))
                .filter(ContainerResourceRequest::isExtended)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the paths at which a key stands. */
    private static Set<List<String>> pathsOfKey(ManifestScalars probed, String key) {
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
            found.add(typed.childNames(place).stream()
                    .filter(key -> without.textAt(ManifestScalars.appendPart(place, key)).isEmpty())
                    .map(key -> key + "=" + typed.textAt(ManifestScalars.appendPart(place, key)))
                    .collect(Collectors.joining(",")));
        }
        return found;
    }

    private Set<String> tolerationCandidates(ManifestScalars probed) {
        var found = new LinkedHashSet<String>();
        for (var place : pathsOfKey(probed, "[" + DOMAIN + "]")) {
            found.add(
                    typed.childNames(place).stream()
                            .map(entry -> tolerationText(ManifestScalars.appendPart(place, entry)))
                            .collect(Collectors.joining(",")));
        }
        return found;
    }

    private String tolerationText(List<String> entry) {
        var value = typed.textAt(ManifestScalars.appendPart(entry, "value"));
        return typed.textAt(ManifestScalars.appendPart(entry, "key")) + (value.isEmpty() ? "" : "=" + value) + ":"
                + typed.textAt(ManifestScalars.appendPart(entry, "effect"));
    }

    /** Returns the texts at the places of an answer, including parts of a text. */
    private Set<String> scalarCandidates(WorkloadTemplateParameter parameter, Map<String, String> answers) {
        var found = new LinkedHashSet<String>();
        var probed = fillWith(answers, parameter, PROBE);
        boolean words = parameter.type() == WorkloadTemplateParameter.ParameterType.WORDS;
        probed.leaves().forEach((path, manifestScalar) -> {
            int at = manifestScalar.text().indexOf(PROBE);
            boolean once = at >= 0 && manifestScalar.text().indexOf(PROBE, at + 1) < 0;
            if (once && words && path.getLast().matches("\\d+")) {
                wordsAt(path, probed).ifPresent(found::add);
            } else if (once) {
                partBetween(path, manifestScalar.text().substring(0, at),
                        manifestScalar.text().substring(at + PROBE.length()))
                        .ifPresent(found::add);
            }
        });
        if (!parameter.required()) {
            found.add("");
        }
        return found;
    }

    private Optional<String> partBetween(List<String> path, String before, String behind) {
        var text = typed.textAt(path);
        boolean fits = text.length() >= before.length() + behind.length() && text.startsWith(before)
                && text.endsWith(behind);
        return fits ? Optional.of(text.substring(before.length(), text.length() - behind.length())) : Optional.empty();
    }

    /** Returns the words of a list without the template's own at its beginning and end. */
    private Optional<String> wordsAt(List<String> path, ManifestScalars probed) {
        var list = path.subList(0, path.size() - 1);
        int front = Integer.parseInt(path.getLast());
        int behind = probed.childNames(list).size() - front - 1;
        var entries = typed.childNames(list);
        if (entries.size() <= front + behind) {
            return Optional.empty();
        }
        var texts = new ArrayList<String>();
        entries.subList(front, entries.size() - behind)
                .forEach(entry -> texts.add(typed.textAt(ManifestScalars.appendPart(list, entry))));
        return Optional.of(texts.stream().map(QuotedShellWord::quote).collect(Collectors.joining(" ")));
    }
}
